import { useCallback, useState } from 'react';

import type { FormInput } from '@/domain/form';

/** Where the editor is to go; a new object for each jump, also to the same place. */
export interface Target {
  partId: number;
  isFocused: boolean;
}

export interface EditorView {
  /** The section or question that is being worked on. */
  currentId: number | undefined;
  setCurrent: (partId: number) => void;
  /** Questions whose fields and options are shown. */
  open: ReadonlySet<number>;
  toggle: (questionId: number) => void;
  target: Target | undefined;
  jump: (partId: number, isFocused?: boolean) => void;
  /** The last thing said to screen readers. */
  said: string;
  announce: (words: string) => void;
}

/** What is open, current and looked at in the editor; nothing of it is saved. */
export function useEditorView(form: FormInput): EditorView {
  const [currentId, setCurrent] = useState(
    () => form.sections[0]?.questions[0]?.id ?? form.sections[0]?.id,
  );
  const [open, setOpen] = useState<ReadonlySet<number>>(
    () => new Set(currentId === undefined ? [] : [currentId]),
  );
  const [target, setTarget] = useState<Target>();
  const [said, announce] = useState('');

  const toggle = useCallback((questionId: number) => {
    setCurrent(questionId);
    setOpen((open) => {
      const next = new Set(open);
      if (!next.delete(questionId)) next.add(questionId);
      return next;
    });
  }, []);
  const jump = useCallback((partId: number, isFocused = false) => {
    setCurrent(partId);
    setOpen((open) => (open.has(partId) ? open : new Set([...open, partId])));
    setTarget({ partId, isFocused });
  }, []);

  return { currentId, setCurrent, open, toggle, target, jump, said, announce };
}
