import type { ReactNode } from 'react';

import { useOrganizerOnly } from '@/components/use-organizer-only';
import type { ObserverSilence } from '@/domain/coverage/observer-silence';
import { paths } from '@/paths';
import { ButtonLink, IconButton } from '@/ui/button';
import { Menu } from '@/ui/overlay/menu';
import { MenuItem, MenuLink } from '@/ui/overlay/menu-items';
import { PHONE, UPRIGHT, useMedia } from '@/ui/use-media';

import { observerName } from '@/features/coverage/coverage-words';
import { useTranslation } from '@/ui/texts';
import type { Called } from './call-dialog';
import styles from './row-actions.module.css';

/**
 * Draws what is done about an observer: note a call, write, open the last thread.
 * On a phone the last two stand in a menu. Words, role and width are asked for once
 * for all rows: a choice of the filter draws thirty of them.
 */
export function useRowActions(
  onCall: (called: readonly Called[]) => void,
): (line: ObserverSilence) => ReactNode {
  const { t } = useTranslation();
  const isPhone = useMedia(PHONE);
  const isUpright = useMedia(UPRIGHT);
  const notAllowed = useOrganizerOnly();

  const reasonOf = (observerId: number) =>
    notAllowed ?? (observerId > 0 ? undefined : t('observers.unsettled'));

  function notify(observerId: number, name: string) {
    const reason = reasonOf(observerId);
    const label = t('calls.notify', { name });
    return reason === undefined ? (
      <ButtonLink
        variant="quiet"
        small
        icon="send"
        href={paths.newNotification([observerId])}
      >
        <span className="visually-hidden">{label}</span>
      </ButtonLink>
    ) : (
      <IconButton icon="send" name={label} reason={reason} />
    );
  }

  function menu({ observerId, lastReport }: ObserverSilence, name: string) {
    const reason = reasonOf(observerId);
    return (
      <Menu
        trigger={
          <IconButton icon="more" name={t('observers.more', { name })} />
        }
      >
        {reason === undefined ? (
          <MenuLink icon="send" href={paths.newNotification([observerId])}>
            {t('observers.notify')}
          </MenuLink>
        ) : (
          <MenuItem icon="send" reason={reason} onSelect={() => undefined}>
            {t('observers.notify')}
          </MenuItem>
        )}
        {lastReport === undefined ? null : (
          <MenuLink
            icon="eye"
            href={paths.thread(lastReport, lastReport.isUrgent)}
          >
            {t('coverage.open')}
          </MenuLink>
        )}
      </Menu>
    );
  }

  return (line) => {
    const { observerId, lastReport } = line;
    const name = observerName(line);
    return (
      <span className={styles.actions}>
        <IconButton
          icon="phone"
          name={t('calls.markOf', { name })}
          onClick={() => onCall([{ id: observerId, name }])}
        />
        {isPhone ? menu(line, name) : notify(observerId, name)}
        {isPhone || lastReport === undefined ? null : (
          <ButtonLink
            variant="quiet"
            small
            icon="eye"
            href={paths.thread(lastReport, lastReport.isUrgent)}
          >
            <span className={isUpright ? 'visually-hidden' : undefined}>
              {t('coverage.open')}
            </span>
            <span className="visually-hidden"> {name}</span>
          </ButtonLink>
        )}
      </span>
    );
  };
}
