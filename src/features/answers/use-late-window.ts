import type { i18n as I18n } from 'i18next';
import { useState } from 'react';

import { LANGUAGES } from '@/config';
import { addScreenTexts } from '@/state/texts';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

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
  const language = LANGUAGES.find((known) => known === i18n.language);
  if (!language) return undefined;
  const [part, hasTexts] = await Promise.all([
    // No connection, and the file is not on this device.
    load().catch(() => undefined),
    addScreenTexts(i18n, language),
  ]);
  return hasTexts ? part : undefined;
}
