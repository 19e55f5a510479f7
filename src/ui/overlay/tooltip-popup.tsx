import { Tooltip } from '@base-ui/react/tooltip';

import { landmarkOf } from '@/ui/layout/landmark';
import styles from './tooltip.module.css';

/** What the hint needs once it opens. */
export interface TooltipPopupProps {
  anchor: Element | null;
  open: boolean;
  text: string;
  /** Escape was pressed, or the page moved under the hint. */
  onClose: () => void;
  onEnter: () => void;
  onLeave: () => void;
}

/**
 * The floating part of a tooltip. A file of its own, so that it is loaded with
 * the first hint and not with the sign-in page.
 */
export function TooltipPopup(props: TooltipPopupProps) {
  const { anchor, open, text, onClose, onEnter, onLeave } = props;
  return (
    <Tooltip.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Tooltip.Portal container={anchor ? landmarkOf(anchor) : null}>
        <Tooltip.Positioner
          anchor={anchor}
          sideOffset={6}
          collisionPadding={8}
          positionMethod="fixed"
          className={styles.positioner}
        >
          <Tooltip.Popup
            role="tooltip"
            className={styles.popup}
            onPointerEnter={onEnter}
            onPointerLeave={onLeave}
          >
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
