import { useMemo } from 'react';
import { useLocation, useParams } from 'react-router-dom';

import type { Address } from './address';
import { readAddress } from './address';

/** The screen's state as the URL has it now. */
export function useAddress(): Address {
  const { pathname, search } = useLocation();
  const { observerId, pollingStationId } = useParams();
  return useMemo(
    () =>
      readAddress(pathname, new URLSearchParams(search), {
        observerId,
        pollingStationId,
      }),
    [pathname, search, observerId, pollingStationId],
  );
}
