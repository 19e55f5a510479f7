import { subscribe } from 'valtio';

import { preferences } from '@/state/preferences';

/** Puts theme and density on `<html>`, where tokens.css reads them, now and on each change. */
export function applyPreferences(): void {
  apply();
  subscribe(preferences, apply);
}

function apply(): void {
  const { dataset } = document.documentElement;
  const { theme, density } = preferences;
  // Without the attribute the tokens follow the device.
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  if (density === 'comfortable') delete dataset.density;
  else dataset.density = density;
}
