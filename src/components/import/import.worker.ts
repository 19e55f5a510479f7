import { expose } from 'comlink';

import { readers } from './read-file';

expose(readers);
