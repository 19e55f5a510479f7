import { useRef } from 'react';

import { showToast } from '@/ui/overlay/toaster';

/**
 * Copies a text and says so. @returns false where the browser refuses: without https,
 * or because it was not allowed to.
 */
export async function copyText(text: string, copied: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return false;
  }
  showToast({ tone: 'done', text: copied });
  return true;
}

/**
 * Copies a text that a field shows. Where the browser refuses, the field is selected,
 * so that it can be copied by hand. The words say which of the two was done.
 */
export function useCopying(
  text: string,
  words: { copied: string; notCopied: string },
) {
  const field = useRef<HTMLInputElement>(null);

  async function copy() {
    if (await copyText(text, words.copied)) return;
    field.current?.select();
    showToast({ tone: 'waiting', text: words.notCopied });
  }

  return { field, copy };
}
