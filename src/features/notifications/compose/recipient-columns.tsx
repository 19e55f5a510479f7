import { useServerNow } from '@/components/use-server-now';
import { Button } from '@/ui/button';
import type { Column } from '@/ui/table/data-table';
import { formatMoment, isSameDay } from '@/ui/format';
import { Mark } from '@/ui/marks/mark';
import { useTranslation } from '@/ui/texts';
import { PHONE, useMedia } from '@/ui/use-media';

import type { Person } from './audience';

/** Name, phone, last contact, and the way out of the selection. */
export function useRecipientColumns(
  onLeaveOut: ((id: number) => void) | undefined,
): Column<Person>[] {
  const { t, i18n } = useTranslation();
  const now = useServerNow();
  const isPhone = useMedia(PHONE);

  function lastContact({ observer }: Person) {
    if (!observer) return null;
    if (observer.lastSeen === undefined) {
      return <Mark icon="minus">{t('notifications.seen.neverOne')}</Mark>;
    }
    const moment = formatMoment(observer.lastSeen, now, i18n.language);
    return isSameDay(observer.lastSeen, now) ? (
      moment
    ) : (
      <Mark icon="clock">{moment}</Mark>
    );
  }

  const columns: Column<Person>[] = [
    {
      key: 'name',
      header: t('notifications.recipients.observer'),
      rowHeader: true,
      wraps: true,
      cell: ({ id, observer }) =>
        observer?.name ?? t('notifications.recipients.unknown', { id }),
    },
    {
      key: 'phone',
      header: t('notifications.recipients.phone'),
      width: '9rem',
      cell: ({ observer }) =>
        observer ? (
          <a href={`tel:${observer.phone}`}>{observer.phone}</a>
        ) : null,
    },
    {
      key: 'seen',
      header: t('notifications.recipients.lastContact'),
      width: isPhone ? '8rem' : '10rem',
      cell: lastContact,
    },
  ];
  if (onLeaveOut) {
    columns.push({
      key: 'actions',
      header: (
        <span className="visually-hidden">
          {t('notifications.recipients.actions')}
        </span>
      ),
      end: true,
      width: '5rem',
      cell: ({ id, observer }) => (
        <Button variant="link" small onClick={() => onLeaveOut(id)}>
          {t('notifications.recipients.leaveOut')}
          <span className="visually-hidden"> {observer?.name ?? id}</span>
        </Button>
      ),
    });
  }
  // A phone has room for when they were seen and for the way out.
  return isPhone ? columns.filter(({ key }) => key !== 'phone') : columns;
}
