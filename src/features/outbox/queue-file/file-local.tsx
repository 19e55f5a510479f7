import type { LocalKind } from '@/data/outbox/queue-file-kinds';
import type { FileItem } from '@/data/outbox/queue-file-local';
import type { NamedItems } from '@/data/outbox/queue-file-names';
import { triageStateOf } from '@/domain/triage/triage';
import { useMoment } from '@/components/use-moment';

import { sayThread } from '@/features/outbox/say-thread';
import { useTranslation } from '@/ui/texts';
import { FileLine } from './file-line';
import styles from './take-queue.module.css';

type Item<Kind extends LocalKind> = NamedItems[Kind][number];

/** What an item is and what it is about. */
interface Words {
  what: string;
  about?: string | undefined;
}

/** The local work of a file, each with how it stands once it is taken in. */
export function FileLocal({ items }: { items: NamedItems }) {
  const { t } = useTranslation();
  const moment = useMoment();
  return (
    <>
      <Items kind="triage" items={items.triage} say={sayMarks} />
      <Items kind="calls" items={items.calls} say={sayCalls} />
      <Items kind="plan" items={items.plan} say={sayPlan} />
      <Items kind="views" items={items.views} say={sayView} />
    </>
  );

  function sayMarks({ after, thread }: Item<'triage'>): Words | undefined {
    if (!after) return undefined;
    return {
      what: t(`answers.triage.state.${triageStateOf(after.history)}`),
      about: sayThread(after.key, thread, t),
    };
  }

  function sayCalls({ after, observer }: Item<'calls'>): Words | undefined {
    const last = after?.log[0];
    if (!last) return undefined;
    const id = after.observerId;
    return {
      what: observer ?? t('answers.contact.observerId', { id }),
      about: t('outbox.take.local.calls.about', {
        count: after.log.length,
        time: moment(last.calledAt),
      }),
    };
  }

  function sayPlan({ is, before, after }: Item<'plan'>): Words | undefined {
    if (!after) return undefined;
    const about = t('outbox.take.local.plan.about', {
      count: after.lines.length,
      file: after.fileName,
      time: moment(after.importedAt),
    });
    return {
      what: t('outbox.take.local.plan.row'),
      about:
        is === 'older'
          ? t('outbox.take.local.plan.stays', { about })
          : is === 'new' && before
            ? t('outbox.take.local.plan.replaces', {
                about,
                file: before.fileName,
                time: moment(before.importedAt),
              })
            : about,
    };
  }

  function sayView({ after }: Item<'views'>): Words | undefined {
    if (!after) return undefined;
    const isDeleted = after.isDeleted === true;
    return {
      what: after.name,
      about: isDeleted ? t('outbox.take.local.views.deleted') : undefined,
    };
  }
}

interface ItemsProps<Row extends FileItem<unknown>> {
  kind: LocalKind;
  items: readonly Row[];
  /** Undefined for one that cannot be read: it is named by its place. */
  say: (item: Row) => Words | undefined;
}

function Items<Row extends FileItem<unknown>>(props: ItemsProps<Row>) {
  const { kind, items, say } = props;
  const { t } = useTranslation();
  if (items.length === 0) return null;
  return (
    <ol className={styles.rows}>
      {items.map((item) => {
        const { place, is } = item;
        const fate = t(`outbox.take.local.fate.${is}`);
        const what = t(`outbox.take.local.${kind}.row`, { place });
        return (
          <FileLine
            key={place}
            is={is}
            fate={fate}
            what={what}
            {...say(item)}
          />
        );
      })}
    </ol>
  );
}
