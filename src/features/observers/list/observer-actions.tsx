import type { Observer } from '@/domain/observers/observer';
import type { Overlaid } from '@/domain/outbox/overlay';
import { paths } from '@/paths';
import { Button, ButtonLink, IconButton } from '@/ui/button';
import { Menu } from '@/ui/overlay/menu';
import { MenuItem, MenuLink, MenuSeparator } from '@/ui/overlay/menu-items';
import { useTranslation } from '@/ui/texts';

import styles from './observer-actions.module.css';
import { useServerNeeded } from '@/components/use-offline';
import { useOrganizerOnly } from '@/components/use-organizer-only';

interface ObserverActionsProps {
  observer: Overlaid<Observer>;
  /** There is room for the menu alone, which has Edit, too. */
  isFolded?: boolean | undefined;
  onDelete: (observer: Overlaid<Observer>) => void;
  onResetPin: (observer: Overlaid<Observer>) => void;
}

/**
 * Edit, and the menu with notification, reset password and delete
 * (docs/specification.md 2).
 */
export function ObserverActions(props: ObserverActionsProps) {
  const { observer, isFolded = false } = props;
  const { t } = useTranslation();
  const notAllowed = useOrganizerOnly();
  const about = <span className="visually-hidden">: {observer.name}</span>;
  return (
    <span className={styles.actions}>
      {isFolded ? null : notAllowed === undefined ? (
        <ButtonLink
          variant="quiet"
          small
          icon="edit"
          href={paths.profile('edit', observer.phone)}
        >
          {t('common.edit')}
          {about}
        </ButtonLink>
      ) : (
        <Button variant="quiet" small icon="edit" reason={notAllowed}>
          {t('common.edit')}
          {about}
        </Button>
      )}
      <Menu
        trigger={
          <IconButton
            icon="more"
            name={t('observers.more', { name: observer.name })}
          />
        }
      >
        <ActionItems {...props} />
      </Menu>
    </span>
  );
}

function ActionItems(props: ObserverActionsProps) {
  const { observer, onDelete, onResetPin } = props;
  const { t } = useTranslation();
  const notAllowed = useOrganizerOnly();
  const needsServer = useServerNeeded();
  // The server knows them by what they were before a change that is under way.
  const isUnsettled =
    observer.id < 0 ||
    observer.pending === 'waiting' ||
    observer.pending === 'sending';
  const unsettled = isUnsettled ? t('observers.unsettled') : undefined;
  const unnumbered = observer.id < 0 ? t('observers.unsettled') : undefined;
  const noNotification = notAllowed ?? unnumbered;
  return (
    <>
      {notAllowed === undefined ? (
        <MenuLink icon="edit" href={paths.profile('edit', observer.phone)}>
          {t('common.edit')}
        </MenuLink>
      ) : (
        <MenuItem icon="edit" reason={notAllowed} onSelect={() => undefined}>
          {t('common.edit')}
        </MenuItem>
      )}
      {noNotification === undefined ? (
        <MenuLink icon="send" href={paths.newNotification([observer.id])}>
          {t('observers.notify')}
        </MenuLink>
      ) : (
        <MenuItem
          icon="send"
          reason={noNotification}
          onSelect={() => undefined}
        >
          {t('observers.notify')}
        </MenuItem>
      )}
      <MenuItem
        icon="key"
        reason={notAllowed ?? needsServer ?? unsettled}
        onSelect={() => onResetPin(observer)}
      >
        {t('observers.reset.action')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon="trash" danger onSelect={() => onDelete(observer)}>
        {t('common.delete')}
      </MenuItem>
    </>
  );
}
