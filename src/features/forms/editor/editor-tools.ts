import { createContext, use } from 'react';

import type { PartKey } from '@/domain/forms/outline';

import type { Edit } from './use-form-history';

/** What every part of the editor may do; the same object while the editor is open. */
interface EditorTools {
  edit: Edit;
  /** The form may only be read. */
  isLocked: boolean;
  /** Shows a section or question; `isFocused` puts the cursor into it. */
  jump: (part: PartKey, isFocused?: boolean) => void;
  /** Says something to screen readers. */
  announce: (words: string) => void;
}

const ToolsContext = createContext<EditorTools | undefined>(undefined);

/** Set once by the editor. */
export const EditorToolsProvider = ToolsContext.Provider;

/** @throws outside an editor: a bug. */
export function useEditorTools(): EditorTools {
  const tools = use(ToolsContext);
  if (!tools) throw new Error('Not inside a form editor');
  return tools;
}
