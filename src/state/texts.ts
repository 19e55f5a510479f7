import type { i18n as I18n } from 'i18next';

import type { Language } from '@/config';

import { fetchOrTakeEarly } from './early-answers';
import type { TextsPart } from './language';
import { textsAddress } from './language';

/** Texts of one language, by key. */
type Texts = Record<string, unknown>;

/** Where i18next keeps all texts. */
export const NAMESPACE = 'translation';

const TRIES = 6;
/** The wait after the first failure; it doubles with each further one. */
const FIRST_WAIT_MS = 350;

/**
 * One part of the texts of a language (docs/specification.md 7), or undefined when they cannot
 * be had. A server in trouble is asked again for some ten seconds.
 */
export async function loadTexts(
  language: Language,
  part: TextsPart,
): Promise<Texts | undefined> {
  for (let tried = 1; ; tried += 1) {
    const answer = await ask(textsAddress(language, part));
    if (answer !== 'retry') return answer;
    if (tried === TRIES) return undefined;
    const waitMs = FIRST_WAIT_MS * 2 ** (tried - 1);
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs);
    });
  }
}

/** The languages of which the texts of all screens are here. */
const whole = new Set<Language>();

/** Whether any screen beside the first list was shown: its texts follow the language. */
export function areScreenTextsWanted(): boolean {
  return whole.size > 0;
}

/** Whether the texts of all screens are here, after they were asked for if need be. */
export async function addScreenTexts(
  i18n: I18n,
  language: Language,
): Promise<boolean> {
  if (whole.has(language)) return true;
  const texts = await loadTexts(language, 'screens');
  if (!texts) return false;
  const isDeep = true;
  i18n.addResourceBundle(language, NAMESPACE, texts, isDeep);
  whole.add(language);
  return true;
}

async function ask(address: string): Promise<Texts | 'retry' | undefined> {
  let response: Response;
  try {
    response = await fetchOrTakeEarly(address);
  } catch {
    return 'retry';
  }
  if (response.status >= 500) return 'retry';
  if (!response.ok) return undefined;
  try {
    const texts: unknown = await response.json();
    return isTexts(texts) ? texts : undefined;
  } catch {
    // The page of a captive portal, for instance.
    return undefined;
  }
}

function isTexts(value: unknown): value is Texts {
  return typeof value === 'object' && value !== null;
}
