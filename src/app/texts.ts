import { pause } from '@/app/pause';
import type { Language } from '@/config';
import { fetchOrTakeEarly } from '@/state/early-answers';
import type { TextsPart } from '@/state/language';
import { textsAddress } from '@/state/language';

/** Texts of one language, by key. */
export type Texts = Record<string, unknown>;

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
    await pause(FIRST_WAIT_MS * 2 ** (tried - 1));
  }
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
