import { config, CONFIG_ADDRESS, CONFIG_KEY, defaultConfig } from '@/config';
import type { Config } from '@/config';

import { fetchOrTakeEarly } from './early-answers';

/**
 * Puts the deployment's settings in force. A start that was here before uses
 * its own copy at once (offline, too) and takes news over at the next start.
 */
export async function loadConfig(): Promise<void> {
  const copy = localStorage.getItem(CONFIG_KEY);
  const fresh = fetchConfig();
  if (copy === null) await fresh;
  Object.assign(config, readConfig(localStorage.getItem(CONFIG_KEY)));
}

/**
 * Whether the deployment keeps everybody on the build they have. Asks for the
 * settings anew: a freeze must not wait for the next start.
 */
export async function areUpdatesFrozen(): Promise<boolean> {
  await fetchConfig();
  const stored = readConfig(localStorage.getItem(CONFIG_KEY));
  return (stored?.updates ?? defaultConfig.updates) === 'frozen';
}

async function fetchConfig(): Promise<void> {
  try {
    const response = await fetchOrTakeEarly(CONFIG_ADDRESS, {
      cache: 'no-cache',
    });
    const text = await response.text();
    if (response.ok && readConfig(text)) localStorage.setItem(CONFIG_KEY, text);
  } catch {
    // No connection: the copy or the defaults serve.
  }
}

/** Settings that are unknown or of another type are ignored. */
function readConfig(text: string | null): Partial<Config> | undefined {
  try {
    const parsed: unknown = JSON.parse(text ?? '');
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const known = Object.entries(parsed).filter(([key, value]) =>
      Object.entries(defaultConfig).some(
        ([name, standard]) => name === key && typeof standard === typeof value,
      ),
    );
    return Object.fromEntries(known);
  } catch {
    // Not JSON, the page of a captive portal for instance: as if there were no
    // file.
    return undefined;
  }
}
