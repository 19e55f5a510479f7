import { useState } from 'react';

import { importObservers } from '@/data/observers/change-observers';
import { findImported, knownObserverIds } from '@/data/observers/import-undo';
import { cachedPhones, recountPhones } from '@/data/observers/observers';
import type {
  ServerFormat,
  ImportRow,
  PhoneList,
} from '@/domain/observers/import';
import { serverFile, judgeImport } from '@/domain/observers/import';
import type { Observer } from '@/domain/observers/observer';
import type { Failure } from '@/domain/outbox/outcome';
import { outcomeOf } from '@/domain/outbox/outcome';

/** What a check found out about a sending whose reply was lost. */
export type Verdict =
  | {
      is: 'applied' | 'notApplied' | 'partly' | 'unsure';
      before: number;
      after: number;
      /** Whom it added, where that is known: it can be undone. */
      imported?: readonly Observer[] | undefined;
    }
  | { is: 'unasked'; failure: Failure };

export type Sending =
  | { is: 'idle' }
  /** Share of the file that went out, 0 to 1. */
  | { is: 'sending'; share: number }
  | {
      is: 'done';
      added: number;
      /** Whom it added, while that is known: it can be undone. */
      imported?: readonly Observer[] | undefined;
    }
  /** It was taken back: so many are deleted again. */
  | { is: 'undone'; count: number }
  | { is: 'failed'; failure: Failure }
  /** Whether the server added them is unknown. */
  | {
      is: 'unknown';
      failure: Failure;
      verdict?: Verdict | undefined;
      isChecking: boolean;
    };

const TYPES: Record<ServerFormat, string> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
};

interface Sent {
  rows: readonly ImportRow[];
  before: PhoneList;
  /** The ids before it, as of `knownObserverIds`. */
  known: ReadonlySet<number> | undefined;
}

/**
 * Sends rows once. It is never enqueued and never sent again by itself: an
 * import applied twice makes every observer twice (docs/api-contract.md 3.8).
 */
export function useSendImport() {
  const [sending, setSending] = useState<Sending>({ is: 'idle' });
  const [sent, setSent] = useState<Sent>();

  /**
   * Answers how many the server added; undefined when the server did not say.
   */
  async function send(
    rows: readonly ImportRow[],
    ngoId: number,
    format: ServerFormat,
  ): Promise<number | undefined> {
    setSending({ is: 'sending', share: 0 });
    const known = await knownObserverIds();
    setSent({ rows, before: await cachedPhones(), known });
    const text = serverFile(rows, format);
    const file = new File([text], `observers.${format}`, {
      type: TYPES[format],
    });
    const reply = await importObservers(file, ngoId, (share) =>
      setSending((now) => (now.is === 'sending' ? { ...now, share } : now)),
    );
    if (reply.ok) {
      const added = reply.value ?? rows.length;
      setSending({ is: 'done', added });
      // Who they are is not needed to go on; without it nothing can be undone.
      void tellImported(rows, added, known).catch(() => undefined);
      return added;
    }
    if (outcomeOf(reply) === 'unknown') {
      const { failure } = reply;
      setSending({ is: 'unknown', failure, isChecking: false });
    } else setSending({ is: 'failed', failure: reply.failure });
    return undefined;
  }

  /** The list has them without waiting for its turn, and tells who they are. */
  async function tellImported(
    rows: readonly ImportRow[],
    added: number,
    known: ReadonlySet<number> | undefined,
  ) {
    const now = await recountPhones();
    if (!now.ok || !now.isWhole || !known || added !== rows.length) return;
    const imported = await findImported(rows, known);
    setSending((before) =>
      before.is === 'done' ? { ...before, imported } : before,
    );
  }

  /** Asks the server for its list and compares it with the one before. */
  async function check() {
    if (sending.is !== 'unknown' || !sent) return;
    const { failure } = sending;
    setSending({ ...sending, isChecking: true });
    const now = await recountPhones();
    if (!now.ok) {
      const verdict: Verdict = { is: 'unasked', failure: now.failure };
      setSending({ is: 'unknown', failure, verdict, isChecking: false });
      return;
    }
    const { rows, before, known } = sent;
    const is = judgeImport(rows, before, now);
    const verdict: Verdict = {
      is,
      before: before.phones.length,
      after: now.phones.length,
      imported:
        is === 'applied' && now.isWhole && known
          ? await findImported(rows, known)
          : undefined,
    };
    setSending({ is: 'unknown', failure, verdict, isChecking: false });
  }

  return {
    sending,
    /** The rows of the last sending. */
    sentRows: sent?.rows ?? [],
    send,
    check,
    undone: (count: number) => setSending({ is: 'undone', count }),
    forget: () => setSending({ is: 'idle' }),
  };
}
