import { useCallback, useEffect, useRef, useState } from 'react';

import type { Draft } from './drafts';
import { dropDraft, saveDraft } from './drafts';

/** A pause in typing after which the form is stored, in ms. */
const PAUSE_MS = 600;

export interface Autosave {
  /** Epoch ms at which the input on screen was stored; undefined: it is not yet. */
  savedAt: number | undefined;
  /** The device could not store it. */
  failed: boolean;
  /** Stores what is on screen now; false when the device could not. */
  flush: () => Promise<boolean>;
  /** Forgets what was stored, and stores nothing any more. */
  end: () => Promise<void>;
}

/**
 * Stores what is in the editor after each pause, when the page is hidden and when
 * it is left, so that a crash costs the last word and not the form.
 * @param draft what is to be stored, the same `input` until something is typed.
 * @param isChanged false: there is nothing to lose.
 * @param isResumed the editor goes on with a draft that was stored before.
 */
export function useAutosave(
  draft: Draft,
  isChanged: boolean,
  isResumed = false,
): Autosave {
  const [saved, setSaved] = useState<{ input: Draft['input']; at: number }>();
  const [failed, setFailed] = useState(false);
  const due = useRef<Draft>(undefined);
  const hasDraft = useRef(isResumed);
  const isOver = useRef(false);
  const latestSave = useRef(Promise.resolve(true));
  const { input } = draft;
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });

  const flush = useCallback(() => {
    const wanted = due.current;
    if (!wanted || isOver.current) return latestSave.current;
    due.current = undefined;
    latestSave.current = saveDraft(wanted).then(
      () => {
        hasDraft.current = true;
        setFailed(false);
        setSaved({ input: wanted.input, at: Date.now() });
        return true;
      },
      () => {
        // Full, closed or forbidden storage: the head of the editor says so.
        setFailed(true);
        due.current ??= wanted;
        return false;
      },
    );
    return latestSave.current;
  }, []);

  useEffect(() => {
    if (!isChanged) {
      due.current = undefined;
      // Everything was undone or sent; what is being stored just now is over, too.
      void latestSave.current.then(() => {
        if (!hasDraft.current || due.current) return;
        hasDraft.current = false;
        void dropDraft(latest.current.draftKey).catch(ignore);
      });
      return undefined;
    }
    due.current = latest.current;
    const timer = setTimeout(() => void flush(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [input, isChanged, flush]);

  useEffect(() => {
    const listen = () => {
      if (document.visibilityState === 'hidden') void flush();
    };
    const leave = () => void flush();
    document.addEventListener('visibilitychange', listen);
    // WebKit stores nothing that begins when the page goes (`db/leaving.ts`).
    window.addEventListener('beforeunload', leave);
    window.addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', listen);
      window.removeEventListener('beforeunload', leave);
      window.removeEventListener('pagehide', leave);
      void flush();
    };
  }, [flush]);

  const end = useCallback(async () => {
    isOver.current = true;
    await dropDraft(latest.current.draftKey).catch(ignore);
  }, []);

  const savedAt = saved?.input === input ? saved.at : undefined;
  return { savedAt, failed, flush, end };
}

// A draft that cannot be dropped is offered again on return: a nuisance, no loss.
function ignore() {}
