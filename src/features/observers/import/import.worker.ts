import { expose } from 'comlink';

import { readFile } from './read-file';

expose(readFile);
