/** `npm run lint [-- file...]`: the linter on the files, or on all. */
import { installMissing, requireNode } from './install.mjs';
import { run, tool } from './run.mjs';

requireNode();
await installMissing();
process.exit(
  await run(process.execPath, [
    tool('oxlint'),
    '--quiet',
    ...process.argv.slice(2),
  ]),
);
