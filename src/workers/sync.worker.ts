import { expose } from 'comlink';

import { sync } from './sync';

expose(sync);
