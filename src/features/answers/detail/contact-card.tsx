import type { ReactNode, Ref } from 'react';

import { useServerNow } from '@/components/use-server-now';
import { useObserverById } from '@/data/observers/observers';
import type { Overlaid } from '@/domain/outbox/overlay';
import type { Thread, ThreadPair } from '@/domain/answers/thread';
import { paths } from '@/paths';
import { useOrganizerOnly } from '@/components/use-organizer-only';
import { Button, ButtonLink } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Link } from '@/ui/link';

import { ageOf } from '@/features/answers/age';
import { useTranslation } from '@/ui/texts';
import styles from './contact-card.module.css';
import { PendingWords } from '@/components/pending-words';
import { ageText } from '@/features/answers/thread-age';
import { useMoment } from '@/components/use-moment';

interface ContactCardProps {
  pair: ThreadPair;
  /** As the lists have it; a deep link may lead to one that they do not have. */
  thread: Overlaid<Thread> | undefined;
  headingRef: Ref<HTMLHeadingElement>;
  /** More to do with the thread. */
  children?: ReactNode | undefined;
}

/**
 * Who reports from where and how to reach them; stays in view while the
 * answers scroll (docs/product.md).
 */
export function ContactCard(props: ContactCardProps) {
  const { pair, thread, headingRef, children } = props;
  const { t } = useTranslation();
  const observer = useObserverById(pair.observerId);
  const name = thread?.observerName ?? observer?.name;
  // Some servers leave the phone out of their threads (docs/api-contract.md 4.2).
  const phone = thread?.observerPhone ?? observer?.phone;
  return (
    <div className={styles.contact}>
      <div className={styles.who}>
        <h2 ref={headingRef} tabIndex={-1} className={styles.title}>
          {thread
            ? t('answers.contact.station', { name: thread.pollingStationName })
            : t('answers.contact.stationId', { id: pair.pollingStationId })}
        </h2>
        <div className={styles.line}>
          <span className="strong">
            {name ?? t('answers.contact.observerId', { id: pair.observerId })}
          </span>
          <PendingWords pending={thread?.pending ?? observer?.pending} />
          {phone === undefined ? null : (
            <a
              className={styles.phone}
              href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
            >
              <Icon name="phone" small label={t('answers.contact.call')} />
              {phone}
            </a>
          )}
          {phone === undefined ? null : (
            <Link className={styles.phone} href={paths.profile('edit', phone)}>
              <Icon name="edit" small />
              {t('answers.contact.profile')}
            </Link>
          )}
          <LastContact at={thread?.lastModified} />
        </div>
      </div>
      <div className={styles.acts}>
        {children}
        <Notify observerId={pair.observerId} />
      </div>
    </div>
  );
}

/**
 * Leads to a message for the observer, which organizers alone may send
 * (docs/api-contract.md 2.4).
 */
function Notify({ observerId }: { observerId: number }) {
  const { t } = useTranslation();
  const notAllowed = useOrganizerOnly();
  const words = t('answers.contact.notify');
  if (notAllowed !== undefined) {
    return (
      <Button icon="send" reason={notAllowed}>
        {words}
      </Button>
    );
  }
  return (
    <ButtonLink icon="send" href={paths.newNotification([observerId])}>
      {words}
    </ButtonLink>
  );
}

function LastContact({ at }: { at: number | undefined }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const now = useServerNow();
  if (at === undefined) return null;
  const time = moment(at);
  const isNow = ageOf(at, now).unit === 'now';
  return (
    <span className="muted small nowrap">
      {isNow
        ? t('answers.contact.lastNow', { time })
        : t('answers.contact.last', { age: ageText(at, now, t), time })}
    </span>
  );
}
