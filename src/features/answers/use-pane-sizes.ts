import { useSnapshot } from 'valtio';

import { preferences } from '@/state/preferences';
import type { PaneRange, PaneSizes } from '@/ui/panes';

const SCREEN = 'answers';

/** In px, after the mock: list 432, viewer 352 at 1366. */
export const listRange: PaneRange = { min: 320, max: 640, initial: 432 };
export const viewerRange: PaneRange = { min: 280, max: 720, initial: 352 };

/** The widths that this person gave the panes, remembered on this device. */
export function usePaneSizes(): [PaneSizes, (sizes: PaneSizes) => void] {
  const [first, third] = useSnapshot(preferences).panes[SCREEN] ?? [];
  const sizes = {
    first: first ?? listRange.initial,
    third: third ?? viewerRange.initial,
  };
  return [sizes, keep];
}

function keep({ first, third }: PaneSizes): void {
  preferences.panes[SCREEN] = [first, third];
}
