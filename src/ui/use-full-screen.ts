import { useEffect, useSyncExternalStore } from 'react';

/**
 * Whether the page can be given the whole screen, whether it has it, and the way there
 * and back. It is given back by Escape, too, which is the browser's, and when the
 * component leaves.
 */
export function useFullScreen() {
  const isFull = useSyncExternalStore(subscribe, isFullScreen);
  useEffect(() => leaveFullScreen, []);
  return {
    // A phone has no such thing, and a frame may forbid it.
    isOffered: document.fullscreenEnabled === true,
    isFull,
    leave: leaveFullScreen,
    async enter() {
      try {
        await document.documentElement.requestFullscreen();
      } catch {
        // The browser refused it: the page is shown as before.
      }
    },
  };
}

function leaveFullScreen() {
  if (isFullScreen()) void document.exitFullscreen();
}

function isFullScreen(): boolean {
  // Absent where browsers have no full screen.
  return Boolean(document.fullscreenElement);
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
}
