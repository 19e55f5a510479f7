import type { i18n as I18n } from 'i18next';
import { useState } from 'react';

import { fetchOrTakeEarly } from '@/state/early-answers';
import { LANGUAGES } from '@/config';
import { textsAddress } from '@/state/language';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

/** The languages of which the texts of all screens are here. */
const loaded = new Set<string>();

/**
 * A window that is loaded when it is first opened, with the texts that the first list
 * does without. `open` is given what it is about, which stays while it is open.
 */
export function useLateWindow<Window, About>(load: () => Promise<Window>) {
  const { t, i18n } = useTranslation();
  const [opened, setOpened] = useState<{ Window: Window; about: About }>();

  async function open(about: About) {
    const Window = await loadLate(i18n, load);
    if (Window) setOpened({ Window, about });
    else showToast({ tone: 'refused', text: t('answers.evidence.notLoaded') });
  }

  return { opened, open, close: () => setOpened(undefined) };
}

/** @returns undefined where it cannot be had, as before the first visit has stored it. */
async function loadLate<Part>(
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
