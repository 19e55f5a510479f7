import type { i18n as I18n } from 'i18next';

import { fetchOrTakeEarly } from '@/state/early-answers';
import { LANGUAGES } from '@/config';
import { textsAddress } from '@/state/language';

/** The languages of which the texts of all screens are here. */
const loaded = new Set<string>();

/**
 * Loads a part of this screen with the texts that the first list does without.
 * @returns undefined where they cannot be had, as before the first visit has stored them.
 */
export async function loadLate<Part>(
  i18n: I18n,
  load: () => Promise<Part>,
): Promise<Part | undefined> {
  try {
    const [part] = await Promise.all([load(), loadTexts(i18n)]);
    return part;
  } catch {
    // No connection, and the file is not on this device.
    return undefined;
  }
}

async function loadTexts(i18n: I18n): Promise<void> {
  const language = LANGUAGES.find((known) => known === i18n.language);
  if (!language || loaded.has(language)) return;
  const reply = await fetchOrTakeEarly(textsAddress(language, 'screens'));
  const texts: unknown = await reply.json();
  const isDeep = true;
  i18n.addResourceBundle(language, 'translation', texts, isDeep);
  loaded.add(language);
}
