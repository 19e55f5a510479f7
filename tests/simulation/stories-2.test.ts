import { simulate } from './simulate';

simulate(1, 2);
