import { useCallback, useState } from 'react';

import type { FormInput } from '@/domain/forms/form';
import type { PartKey } from '@/domain/forms/outline';
import { outlineOf } from '@/domain/forms/outline';

/** Where the editor is to go; a new object for each jump, also to the same place. */
interface Target {
  part: PartKey;
  isFocused: boolean;
}

export interface EditorView {
  /** The section or question that is being worked on. */
  current: PartKey | undefined;
  setCurrent: (part: PartKey) => void;
  /** Questions whose fields and options are shown. */
  open: ReadonlySet<PartKey>;
  toggle: (question: PartKey) => void;
  target: Target | undefined;
  jump: (part: PartKey, isFocused?: boolean) => void;
  /** The last thing said to screen readers. */
  said: string;
  announce: (words: string) => void;
}

/** What is open, current and looked at in the editor; nothing of it is saved. */
export function useEditorView(form: FormInput): EditorView {
  const [current, setCurrent] = useState(() => {
    const nodes = outlineOf(form.sections.slice(0, 1));
    return (nodes[1] ?? nodes[0])?.key;
  });
  const [open, setOpen] = useState<ReadonlySet<PartKey>>(
    () => new Set(current === undefined ? [] : [current]),
  );
  const [target, setTarget] = useState<Target>();
  const [said, announce] = useState('');

  const toggle = useCallback((question: PartKey) => {
    setCurrent(question);
    setOpen((open) => {
      const next = new Set(open);
      if (!next.delete(question)) next.add(question);
      return next;
    });
  }, []);
  const jump = useCallback((part: PartKey, isFocused = false) => {
    setCurrent(part);
    setOpen((open) => (open.has(part) ? open : new Set([...open, part])));
    setTarget({ part, isFocused });
  }, []);

  return { current, setCurrent, open, toggle, target, jump, said, announce };
}
