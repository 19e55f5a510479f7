import { type ComponentType, lazy, Suspense, useEffect } from 'react';

import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

/** What can be opened over any screen. */
export type ShellWindowName = 'palette' | 'keys';

interface WindowProps {
  onClose: () => void;
}

const windows: Record<ShellWindowName, ComponentType<WindowProps>> = {
  palette: lazy<ComponentType<WindowProps>>(() =>
    import('./palette-window').then(
      (part) => ({ default: part.PaletteWindow }),
      () => ({ default: NotLoaded }),
    ),
  ),
  keys: lazy<ComponentType<WindowProps>>(() =>
    import('./shortcut-sheet').then(
      (part) => ({ default: part.ShortcutSheet }),
      () => ({ default: NotLoaded }),
    ),
  ),
};

interface ShellWindowProps extends WindowProps {
  name: ShellWindowName;
}

/** A window of the shell, loaded when it is first opened. */
export function ShellWindow({ name, onClose }: ShellWindowProps) {
  const Window = windows[name];
  return (
    <Suspense fallback={null}>
      <Window onClose={onClose} />
    </Suspense>
  );
}

/** The page behind works without this window, so a message is enough. */
function NotLoaded({ onClose }: WindowProps) {
  const { t } = useTranslation();
  useEffect(() => {
    showToast({ tone: 'refused', text: t('shell.error.stale.title') });
    onClose();
  }, [t, onClose]);
  return null;
}
