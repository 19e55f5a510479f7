import { useRef } from 'react';

import { showToast } from '@/ui/overlay/toaster';

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
    try {
      await navigator.clipboard.writeText(text);
      showToast({ tone: 'done', text: words.copied });
    } catch {
      field.current?.select();
      showToast({ tone: 'waiting', text: words.notCopied });
    }
  }

  return { field, copy };
}
