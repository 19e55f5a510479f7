import { deviceMutants } from './device';
import { domainMutants } from './domain';
import { engineMutants } from './engine';
import { markMutants } from './marks';
import type { Mutant } from './mutant';
import { proofMutants } from './proofs';
import { screenMutants } from './screens';
import { senderMutants } from './senders';
import { serverMutants } from './server';

/** Every mutant there is. */
export const mutants: readonly Mutant[] = [
  ...domainMutants,
  ...senderMutants,
  ...proofMutants,
  ...engineMutants,
  ...deviceMutants,
  ...markMutants,
  ...screenMutants,
  ...serverMutants,
];
