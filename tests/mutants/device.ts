import type { Mutant } from './mutant';

const FILE = ['tests/data/outbox/queue-file'];

/** What a page keeps and how it speaks to the server: `src/data`, `src/db`, `src/api`. */
export const deviceMutants: readonly Mutant[] = [
  {
    name: 'old-build-writes-on',
    breaks: 'an old build is not shut out',
    file: 'src/db/writer.ts',
    find: `return typeof row?.v === 'number' && row.v > WRITER_VERSION;`,
    replace: `return typeof row?.v === 'number' && row.v < 0;`,
    suites: ['tests/db/writer'],
    stories: 50,
  },
  {
    name: 'logout-leaves-work',
    breaks: "a logout leaves the user's own work",
    file: 'src/data/session.ts',
    find: `await (what === 'all' ? deleteIntent(actor) : deletePinKey(actor));`,
    replace: 'await deletePinKey(actor);',
    suites: [],
    stories: 50,
  },
  {
    name: 'logout-does-not-wait-for-tabs',
    breaks: 'a logout deletes without waiting for the other tabs',
    file: 'src/db/exclusive.ts',
    find: 'await navigator.locks.request(lockOf(actor), run);',
    replace: 'await run();',
    suites: ['tests/db/exclusive'],
    stories: 50,
  },
  {
    name: 'portal-is-believed',
    breaks: 'the page of a captive portal is believed',
    file: 'src/api/reply.ts',
    find: `  if (!parsed?.success) {
    return { ok: false, failure: { kind: 'unreadable', status } };`,
    replace: `  if (!parsed?.success) {
    return { ok: true, status, value: undefined };`,
    suites: ['tests/api/reply', 'tests/api/client'],
    stories: 50,
  },
  {
    name: 'replies-go-to-cache-storage',
    breaks: 'replies go to Cache Storage',
    file: 'src/api/client.ts',
    find: 'return { status: response.status, headers: response.headers, chunks };',
    replace: `await globalThis.caches?.open('replies');
    return { status: response.status, headers: response.headers, chunks };`,
    suites: [],
    stories: 50,
  },
  {
    name: 'page-keeps-the-temporary-id',
    breaks: 'a change of what was numbered since is kept under its old number',
    file: 'src/data/outbox/outbox.ts',
    find: 'const args = known ? { ...wanted, id: known.realId } : wanted;',
    replace: 'const args = known ? { ...wanted, id: wanted.id } : wanted;',
    suites: [
      'tests/data/outbox/joined-changes',
      'tests/data/outbox/outbox.test',
    ],
    stories: 400,
  },
  {
    name: 'change-joins-the-first-of-its-lane',
    breaks: 'a change joins the first that waits and overtakes the others',
    file: 'src/data/outbox/outbox.ts',
    find: 'const last = lane.findLast(({ state }) => isOpen(state));',
    replace: 'const last = lane.find(({ state }) => isOpen(state));',
    suites: ['tests/data/outbox/joined-changes'],
    stories: 400,
  },
  {
    name: 'retried-notification-stays-expired',
    breaks: 'a notification that is sent anyway asks again at once',
    file: 'src/data/outbox/outbox.ts',
    find: 'const expiresAt = Date.now() + NOTIFICATION_EXPIRES_MS;',
    replace: `const expiresAt = 'expiresAt' in op.args ? op.args.expiresAt : 0;`,
    suites: ['tests/features/outbox/decisions', 'tests/features/outbox/outbox'],
    stories: 400,
  },
  {
    name: 'decision-hits-another-op',
    breaks: 'a decision is applied to the op that took the place of its own',
    file: 'src/data/outbox/outbox.ts',
    find: 'if (now?.opId !== op.opId || !accepts(now.state, event.type)) return false;',
    replace: 'if (!now || !accepts(now.state, event.type)) return false;',
    suites: ['tests/data/outbox/outbox.test'],
  },
  {
    name: 'refused-change-is-retried-with-its-old-key',
    breaks: 'a refused change that is tried again gets the old refusal again',
    file: 'src/domain/outbox/machine.ts',
    find: '? waiting(begunAgain(op))',
    replace: `? waiting({ state: 'queued', nextAt: 0 })`,
    suites: ['tests/data/outbox/resolve-conflict'],
    stories: 400,
  },
  {
    name: 'added-again-followers-keep-the-old-id',
    breaks:
      'what waits behind an observer that is added again keeps the old id',
    file: 'src/data/outbox/replace-op.ts',
    find: 'if (isOpen(each.state)) await outbox.put(withRealId(each, args.id));',
    replace: 'if (each.seq < 0) await outbox.put(withRealId(each, args.id));',
    suites: ['tests/data/outbox/resolve-conflict'],
  },
  {
    name: 'file-row-is-taken-twice',
    breaks: 'a change that stands twice in a queue file is taken twice',
    file: 'src/data/outbox/queue-file.ts',
    find: '    seen.add(opId);\n',
    replace: '',
    suites: FILE,
  },
  {
    name: 'file-of-others-is-taken',
    breaks: 'rows of another account in a queue file are taken in',
    file: 'src/data/outbox/queue-file.ts',
    find: `if (op.actor !== actor) return { ...row, is: 'otherActor' };`,
    replace: '',
    suites: FILE,
  },
  {
    name: 'parked-row-is-sent-unasked',
    breaks:
      'what waited for a person on the other device is sent by itself here',
    file: 'src/domain/outbox/imported-op.ts',
    find: 'const state: OpState = isParked(op.state)',
    replace: `const state: OpState = isParked(op.state) && op.state === 'conflict'`,
    suites: FILE,
  },
  {
    name: 'imported-row-is-sent-unasked',
    breaks:
      'a change out of a file goes out without asking whether it did already',
    file: 'src/domain/outbox/imported-op.ts',
    find: `: 'unknown';
  const nextAt`,
    replace: `: 'queued';
  const nextAt`,
    suites: FILE,
  },
  {
    name: 'imported-row-has-no-settle-window',
    breaks: 'a change out of a file is sent again while the first may arrive',
    file: 'src/domain/outbox/imported-op.ts',
    find: `const nextAt = state === 'unknown' ? earliestVerification(op) : 0;`,
    replace: 'const nextAt = 0;',
    suites: FILE,
  },
  {
    name: 'file-drops-the-created-id',
    breaks: 'a queue file loses the id that the server gave to an addition',
    file: 'src/data/outbox/queue-file-rows.ts',
    find: '    createdId: v.exactOptional(idSchema),\n',
    replace: '',
    suites: FILE,
  },
  {
    name: 'imported-pin-is-forgotten',
    breaks: 'a change out of a file goes out without the PIN that it had',
    file: 'src/domain/outbox/imported-op.ts',
    find: 'if (!hadPin) return begun;',
    replace: 'if (begun) return begun;',
    suites: FILE,
  },
  {
    name: 'file-drops-the-reason',
    breaks: 'a queue file loses why a change waits: "gone" cannot be decided',
    file: 'src/data/outbox/queue-file-rows.ts',
    find: `    failure: v.exactOptional(
      v.object({
        kind: v.picklist(failureKinds),
        status: v.exactOptional(v.number()),
        detail: v.exactOptional(text),
      }),
    ),
`,
    replace: '',
    suites: FILE,
  },
  {
    name: 'file-drops-when-it-was-sent',
    breaks: 'a queue file loses when a change of unknown fate was sent',
    file: 'src/data/outbox/queue-file-rows.ts',
    find: '    sentAt: v.exactOptional(momentSchema),\n',
    replace: '',
    suites: FILE,
  },
  {
    name: 'file-drops-the-generation',
    breaks:
      'a change out of a file goes out under a key that was answered before',
    file: 'src/data/outbox/queue-file-rows.ts',
    find: '    generation: v.exactOptional(v.number()),\n',
    replace: '',
    suites: FILE,
  },
];
