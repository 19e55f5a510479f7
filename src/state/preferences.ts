import { proxy, subscribe } from 'valtio';

import { PREFERENCES_KEY } from '@/config';

interface Preferences {
  /** system follows the device. */
  theme: 'system' | 'light' | 'dark';
  density: 'comfortable' | 'compact';
  /** Widths in px of the panes of a screen, by screen. */
  panes: Record<string, number[]>;
  /**
   * Ids of forms in the order they were dragged into (docs/specification.md 2).
   */
  formOrder: number[];
  /**
   * The tab of the forms list that was shown last (docs/specification.md 4).
   */
  formTab: 'public' | 'draft';
  /** Whether shortcuts of a single key are heard (WCAG 2.1.4). */
  singleKeys: boolean;
  /** How the observers are shown; absent: by the width of the screen. */
  observersView?: 'list' | 'card' | undefined;
}

/** What this person set on this device; survives a logout. */
export const preferences = proxy<Preferences>({
  theme: 'system',
  density: 'comfortable',
  panes: {},
  formOrder: [],
  formTab: 'public',
  singleKeys: true,
  ...readCached(),
});

subscribe(preferences, () => {
  localStorage.setItem(PREFERENCES_KEY, JSON.stringify(preferences));
});

function readCached(): Partial<Preferences> {
  try {
    const stored: unknown = JSON.parse(
      localStorage.getItem(PREFERENCES_KEY) ?? '{}',
    );
    return typeof stored === 'object' && stored !== null ? stored : {};
  } catch {
    // Broken by hand: start over.
    return {};
  }
}
