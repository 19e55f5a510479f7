import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

import { useRouteHandle } from '@/app/navigation/route-handle';

/**
 * After a step to another screen the focus goes to its heading, as after the
 * load of a page: a screen reader names the screen, and Tab goes on from
 * there. A change of the query alone is no step. Back and forward move the
 * focus only when it was lost with the screen that was left. `main` is the
 * part of the page that changes; it can take the focus itself.
 */
export function useRouteFocus(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const screen = useRouteHandle()?.screen ?? pathname;
  const before = useRef(screen);
  // Survives a redirect: the screen that it leads to is the one to go to.
  const isOwed = useRef(false);

  useEffect(() => {
    if (before.current !== screen) {
      before.current = screen;
      isOwed.current ||= type === 'PUSH' || (type === 'POP' && isLost());
    }
    const place = main.current;
    if (!isOwed.current || !place) return undefined;

    function goToHeading(): void {
      const heading = place?.querySelector('h1');
      const isWaiting = document.activeElement === place;
      if (isWaiting && !heading) return;
      observer.disconnect();
      isOwed.current = false;
      // The focus moved meanwhile, or the screen has a field that takes it.
      if (!isWaiting || !heading) return;
      heading.tabIndex = -1;
      // Back: the place that was scrolled to is the browser's to find.
      heading.focus({ preventScroll: type === 'POP' });
    }

    // A heading that is not there yet is waited for in front of it.
    const observer = new MutationObserver(goToHeading);
    observer.observe(place, { childList: true, subtree: true });
    if (!place.contains(document.activeElement)) {
      place.focus({ preventScroll: true });
    }
    goToHeading();
    return () => observer.disconnect();
  }, [screen, type, main]);
}

function isLost(): boolean {
  return document.activeElement === document.body;
}
