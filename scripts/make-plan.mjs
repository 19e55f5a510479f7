/** `npm run make-plan`: writes `public/samples/plan.csv`, after the demo data changed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { samplePlan } from '../server/seed/plan';
import { root } from './run.mjs';

const folder = join(root, 'public', 'samples');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'plan.csv'), samplePlan());
