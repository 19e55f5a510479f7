/** Where the thread begins: it does not inherit how TypeScript is read. */
import { register } from 'tsx/esm/api';

register();
await import('./table-worker.ts');
