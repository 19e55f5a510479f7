import { type ComponentProps, type RefObject, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';

import { classNames } from '@/ui/class-names';
import { landmarkOf } from '@/ui/layout/landmark';
import { placePopup, type PopupPosition } from './place-popup';
import styles from './popup.module.css';

interface PopupProps extends ComponentProps<'div'> {
  ref: RefObject<HTMLDivElement | null>;
  /** The control that it belongs to. */
  anchor: Element;
  position: PopupPosition;
  /** The control scrolled out of the window, or is no longer drawn. */
  onAway: () => void;
}

/**
 * A box over the page, beside a control. It is in the browser's top layer, so that
 * nothing cuts it off, and follows its control when the page scrolls.
 */
export function Popup(props: PopupProps) {
  const { ref, anchor, position, onAway, className, ...rest } = props;

  useLayoutEffect(() => {
    // A browser without popovers draws it over its landmark.
    ref.current?.showPopover?.();
  }, [ref]);

  // After each render, because the content may have another size.
  useLayoutEffect(() => {
    const root = document.documentElement;
    function place() {
      const popup = ref.current;
      if (!popup) return;
      const { clientWidth: width, clientHeight: height } = root;
      const place = placePopup(
        anchor.getBoundingClientRect(),
        {
          width: popup.offsetWidth,
          // Its whole height, also while it scrolls.
          height: popup.scrollHeight + popup.offsetHeight - popup.clientHeight,
        },
        { width, height },
        position,
      );
      popup.style.left = `${place.left}px`;
      popup.style.top = `${place.top}px`;
      popup.style.maxHeight = `${place.maxHeight}px`;
    }
    function follow() {
      const { top, bottom } = anchor.getBoundingClientRect();
      if (bottom <= 0 || top >= root.clientHeight) onAway();
      else place();
    }
    place();
    window.addEventListener('scroll', follow, { capture: true, passive: true });
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow, { capture: true });
      window.removeEventListener('resize', follow);
    };
  });

  return createPortal(
    <div
      {...rest}
      ref={ref}
      popover="manual"
      className={classNames(styles.popup, className)}
    />,
    landmarkOf(anchor),
  );
}
