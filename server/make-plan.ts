import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { samplePlan } from './seed/plan';

/** `npm run make-plan`: writes `public/samples/plan.csv`, after the demo data changed. */
const FOLDER = fileURLToPath(new URL('../public/samples/', import.meta.url));

mkdirSync(FOLDER, { recursive: true });
writeFileSync(`${FOLDER}plan.csv`, samplePlan());
