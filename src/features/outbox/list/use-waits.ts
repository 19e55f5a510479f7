import type { TFunction } from 'i18next';

import { failureText } from '@/components/failure';
import { useMoment } from '@/components/use-moment';
import { useOffersFailure } from '@/data/offers';
import { useSyncStatus } from '@/data/sync-status';
import type { Op } from '@/domain/outbox/op';
import type { WaitingMark } from '@/domain/triage/shared';
import { describeOp, kindOf } from '@/features/outbox/describe-op';
import { useTranslation } from '@/ui/texts';
import { useOnline } from '@/ui/use-online';

import type { OutboxGroups } from './outbox-groups';
import type { Placed } from './why-waits';
import { deviceStop, firstOfLanes, whyMarkWaits, whyWaits } from './why-waits';

/** What keeps this device from sending anything, live. */
function useDeviceStop() {
  return deviceStop(useSyncStatus(), useOnline());
}

/**
 * Says of each op why it waits, in one sentence; undefined of one that does not.
 * @param now epoch ms.
 */
export function useOpWaits(
  ops: readonly Op[] | undefined,
  groups: OutboxGroups | undefined,
  now: number,
): (op: Op) => string | undefined {
  const { t } = useTranslation();
  const moment = useMoment();
  const stop = useDeviceStop();
  if (!ops || !groups) return () => undefined;
  const context = { lanes: firstOfLanes(groups), ops, stop, now };
  return (op) => {
    const why = whyWaits(op, context);
    if (!why) return undefined;
    const { is, at, first } = why;
    return t(`outbox.wait.${is}`, {
      ...(first ? named(first, t) : {}),
      time: at === undefined ? undefined : moment(at),
    });
  };
}

/** The op that goes first, as the page names it, and where it stands there. */
function named({ op, group, place }: Placed, t: TFunction) {
  const name = describeOp(op).name;
  const what = `${t(`outbox.kind.${kindOf(op)}`)} ${name}`.trim();
  return { what, place, group: t(`outbox.group.${group}`) };
}

/** Says of each decision about a thread why it waits; they come in the order of sending. */
export function useMarkWaits(
  marks: readonly WaitingMark[],
): (at: number) => string | undefined {
  const { t } = useTranslation();
  const stop = useDeviceStop();
  const failure = useOffersFailure(marks.length > 0);
  return (at) => {
    const mark = marks[at];
    if (!mark) return undefined;
    const before = marks.slice(0, at);
    const is = whyMarkWaits(mark, before, { stop, isAsked: !failure });
    const why = failure && is === 'notAsked' ? failureText(failure, t) : '';
    return t(`outbox.mark.wait.${is}`, { why });
  };
}
