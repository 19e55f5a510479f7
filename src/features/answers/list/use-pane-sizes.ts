import { useSnapshot } from 'valtio';

import { preferences } from '@/state/preferences';
import type { PaneRange } from '@/ui/layout/pane-size';
import type { PaneSizes } from '@/ui/layout/panes';

const SCREEN = 'answers';

// In px: at a width of 1366 list 432 and viewer 352, at 1920 480 and 576.
const isLarge = window.matchMedia('(min-width: 1600px)').matches;
export const listRange: PaneRange = {
  min: 320,
  max: 640,
  initial: isLarge ? 480 : 432,
};
export const viewerRange: PaneRange = {
  min: 280,
  max: 720,
  initial: isLarge ? 576 : 352,
};

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
