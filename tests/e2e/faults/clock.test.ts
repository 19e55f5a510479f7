import { edit, expectOneEffect, put, somePhone } from '../support/edits';
import { expectWaiting } from '../support/outbox';
import { quicken, setClock } from '../support/sync-worker';
import { test } from '../support/test';
import { ro } from '../support/words';

test.use({ isProxied: true });

const DAY_MS = 24 * 60 * 60_000;

for (const [at, byMs] of [-DAY_MS, DAY_MS / 2].entries()) {
  const hours = byMs / 60 / 60_000;
  test(`a clock set by ${hours} hours while a change waits neither loses nor holds it up`, async ({
    page,
    faults,
    server,
    token,
  }) => {
    const phone = await somePhone(server, token, 52 + at);
    const name = `Ana din Alt Timp ${at}`;
    const undo = faults.fail({ ...put, fault: { kind: 'reply', status: 503 } });
    await edit(page, phone, name);
    await expectWaiting(page, 1, ro('outbox.sentAgain'));
    await setClock(page, byMs);
    undo();
    // What was due in a day is due in a minute.
    await quicken(page, 10);
    await expectOneEffect(page, server, token, phone, name);
  });
}
