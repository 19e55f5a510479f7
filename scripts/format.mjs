/** `npm run format [-- file...]`: formats the files, or all; `--check` only looks. */
import { installMissing, requireNode } from './install.mjs';
import { run, tool } from './run.mjs';

requireNode();
await installMissing();
const args = process.argv.slice(2);
const isAll = args.every((arg) => arg.startsWith('-'));
process.exit(
  await run(process.execPath, [
    tool('oxfmt'),
    ...args,
    ...(isAll ? ['.'] : []),
  ]),
);
