import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { AuditEntry, AuditFilter } from '@/domain/audit';
import type { Failure, Reply } from '@/domain/outbox/outcome';
import { sync } from '@/workers/client';

import { useAskedAgain } from './live/use-asked-again';

const SHOWN_AT_ONCE = 50;
/** The most that the server answers (docs/api-contract.md 10.8). */
const EXPORTED_AT_ONCE = 1000;

interface AuditRead {
  /** Undefined until read. */
  entries?: AuditEntry[] | undefined;
  /** There may be older ones. */
  hasMore: boolean;
  /** Why the last reading brought nothing. */
  failure?: Failure | undefined;
  isLoading: boolean;
}

/**
 * The audit log, newest first, some entries at a time; needs the server.
 * @param filter the same object until another one is chosen.
 */
export function useAudit(filter: AuditFilter) {
  const [read, setRead] = useState<AuditRead>(NOTHING_READ);
  const round = useRef(0);

  const load = async (shown: readonly AuditEntry[] | undefined) => {
    round.current += 1;
    const mine = round.current;
    setRead((before) => ({ ...before, isLoading: true, failure: undefined }));
    const last = shown?.at(-1)?.id;
    const reply = await sync.readAudit(filter, last, SHOWN_AT_ONCE);
    if (round.current !== mine) return;
    if (!reply.ok) {
      const { failure } = reply;
      setRead((before) => ({ ...before, failure, isLoading: false }));
      return;
    }
    const found = reply.value ?? [];
    setRead({
      entries: [...(shown ?? []), ...found],
      hasMore: found.length === SHOWN_AT_ONCE,
      isLoading: false,
    });
  };

  // Another filter begins from the newest entry.
  const begin = useEffectEvent(() => {
    setRead(NOTHING_READ);
    void load(undefined);
  });
  useEffect(() => {
    begin();
    return () => {
      round.current += 1;
    };
  }, [filter]);

  useAskedAgain(read.isLoading, read.failure, () => void load(read.entries));
  return {
    ...read,
    /** Reads from the newest entry on. */
    reload: () => void load(undefined),
    /** Reads the entries before the last one that is shown. */
    loadOlder: () => void load(read.entries),
  };
}

const NOTHING_READ: AuditRead = { hasMore: false, isLoading: true };

/**
 * All entries that fit, newest first, in pages; a page that cannot be had ends it
 * with its failure, as half of a log looks like a whole one.
 * @param onProgress called with the number of entries so far.
 */
export async function readWholeAudit(
  filter: AuditFilter,
  onProgress: (count: number) => void,
): Promise<Reply<AuditEntry[]>> {
  const all: AuditEntry[] = [];
  for (;;) {
    const last = all.at(-1)?.id;
    const reply = await sync.readAudit(filter, last, EXPORTED_AT_ONCE);
    if (!reply.ok) return reply;
    const found = reply.value ?? [];
    all.push(...found);
    onProgress(all.length);
    if (found.length < EXPORTED_AT_ONCE) return { ...reply, value: all };
  }
}
