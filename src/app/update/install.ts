import { proxy, ref } from 'valtio';

/** Chromium's event, which no standard describes. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

/** Whether the browser would install the app now. */
export const install = proxy<{ offer?: InstallEvent | undefined }>({});

/**
 * Waits for the browser's offer to install the app and keeps it for the user
 * menu. It may come before anything is drawn: called first of all.
 */
export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallEvent(event)) return;
    // Prevents the browser's own banner: it would interrupt work on an election
    // day.
    event.preventDefault();
    install.offer = ref(event);
  });
  window.addEventListener('appinstalled', () => {
    delete install.offer;
  });
}

/** Lets the browser ask. Each offer is good for one question; a new one may come. */
export async function askToInstall(): Promise<void> {
  const { offer } = install;
  delete install.offer;
  await offer?.prompt();
}

function isInstallEvent(event: Event): event is InstallEvent {
  return 'prompt' in event && typeof event.prompt === 'function';
}
