import { deviceMutants } from './device';
import { domainMutants } from './domain';
import { engineMutants } from './engine';
import type { Mutant } from './mutant';
import { senderMutants } from './senders';

/** Every mutant there is. */
export const mutants: readonly Mutant[] = [
  ...domainMutants,
  ...senderMutants,
  ...engineMutants,
  ...deviceMutants,
];
