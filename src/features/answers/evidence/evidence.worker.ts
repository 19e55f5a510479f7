import { expose } from 'comlink';

import { evidenceThread } from './evidence-thread';

expose(evidenceThread);
