/**
 * `npm start`: installs what is missing, builds the app when it is not built or
 * older than its sources, and starts the server. Flags after `--` are the server's:
 * `npm start -- --help` lists them.
 */
import { build, isBuildOld } from './build.mjs';
import { installMissing, requireNode } from './install.mjs';
import { ended, passSignals, start } from './run.mjs';

requireNode();
const args = process.argv.slice(2).filter((arg) => arg !== '--');
const needsApp = !args.includes('--api-only') && !args.includes('--help');

await installMissing();
if (needsApp && isBuildOld()) {
  console.log('Building the app...');
  const code = await build();
  if (code !== 0) {
    console.error('The app could not be built: see above.');
    process.exit(code);
  }
}
const server = start(process.execPath, [
  '--import',
  'tsx',
  'server/main.ts',
  ...args,
]);
passSignals([server]);
process.exit(await ended(server));
