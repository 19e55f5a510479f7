import { useMemo } from 'react';
import { useLocation, useParams } from 'react-router-dom';

import type { Address } from './address';
import { readAddress } from './address';
import { useSteady } from './use-steady';

/**
 * The screen's state as the URL has it now. `fields` stays the same object while
 * it says the same: what is typed in a filter outlives the opening of a thread.
 */
export function useAddress(): Address {
  const { pathname, search } = useLocation();
  const { observerId, pollingStationId } = useParams();
  const read = useMemo(
    () =>
      readAddress(pathname, new URLSearchParams(search), {
        observerId,
        pollingStationId,
      }),
    [pathname, search, observerId, pollingStationId],
  );
  const fields = useSteady(read.fields, JSON.stringify(read.fields));
  return useMemo(() => ({ ...read, fields }), [read, fields]);
}
