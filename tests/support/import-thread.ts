import { readers } from '@/components/import/read-file';

import { fakeWorkerOf } from './fake-worker';

/** The import's own thread. */
export const FakeImportWorker = fakeWorkerOf(readers);
