import { expect, it } from 'vitest';

import { readLines } from '../../../server/backup/read-lines';

const MEBIBYTE = 1024 * 1024;

it('gives up a line that never ends before it fills the memory', async () => {
  let read = 0;
  async function* endless(): AsyncGenerator<Buffer> {
    for (; read < 1_024; read += 1) yield Buffer.alloc(MEBIBYTE, 'x');
  }
  await expect(readLines(endless()).next()).rejects.toThrow(
    'The file is damaged, cut off, or no backup.',
  );
  expect(read).toBeLessThanOrEqual(16);
});
