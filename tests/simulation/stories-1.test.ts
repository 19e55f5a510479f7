import { simulate } from './simulate';

simulate(0, 2);
