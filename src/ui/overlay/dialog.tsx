import { useState } from 'react';

import type { DialogProps } from './dialog-window';
import { latePart, useLatePart } from './late-part';

const dialogPart = latePart(() => import('./dialog-window'));
/** Loads what an open dialog is drawn with. */
export const loadDialogs = dialogPart.load;

/**
 * A window over the page. Keeps the focus inside and gives it back; Escape
 * closes. It is loaded when it first opens
 * (docs/decisions/0054-menus-and-dialogs-are-loaded-when-they-open.md).
 */
export function Dialog(props: DialogProps) {
  // Once open, it stays to give the focus back.
  const [wasOpen, setWasOpen] = useState(props.open);
  if (props.open && !wasOpen) setWasOpen(true);
  const part = useLatePart(dialogPart, wasOpen);
  return part ? <part.DialogWindow {...props} /> : null;
}
