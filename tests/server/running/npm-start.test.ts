import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { unpackImage } from '../support/pglite-image';
import { START_SCRIPT, startServerProcess } from '../support/server-process';

const FLAGS = ['--api-only', '--port', '0', '--data'];

// Each test compiles a server.
vi.setConfig({ testTimeout: 60_000 });

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-npm-start-'));
  await unpackImage(join(folder, 'db'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

it.each(['SIGINT', 'SIGTERM'] as const)(
  'ends its server and then itself on %s',
  async (signal) => {
    const started = startServerProcess(
      [...FLAGS, folder],
      {},
      [],
      START_SCRIPT,
    );
    const address = await started.address();
    started.child.kill(signal);
    expect(await started.exit).toBe(0);
    await expect(fetch(address)).rejects.toThrow();
  },
);

/**
 * What npm does: a shell between it and the script, which dies of the signal
 * that npm sends to it alone.
 */
const SHELL = ['sh', '-c', '"$@"; exit $?', 'sh'];

it('ends its server when npm ends the shell between them', async () => {
  const env = { npm_lifecycle_event: 'start' };
  const started = startServerProcess(
    [...FLAGS, folder],
    env,
    SHELL,
    START_SCRIPT,
  );
  const address = await started.address();
  started.child.kill('SIGTERM');
  // The output ends with the last process that writes to it.
  await started.exit;
  expect(started.child.signalCode).toBe('SIGTERM');
  await expect(fetch(address)).rejects.toThrow();
});
