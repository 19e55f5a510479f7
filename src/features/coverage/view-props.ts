import type { CoverageSource, useCoveragePull } from '@/data/coverage/coverage';
import type { CountyFigures } from '@/data/coverage/county-figures';

import type { CoverageQuery } from './use-coverage-query';

/** What each view of the screen is given. */
export interface ViewProps {
  query: CoverageQuery;
  source: CoverageSource | undefined;
  /** Of the counties; older than `source`, or there before it. */
  figures: CountyFigures | undefined;
  pull: ReturnType<typeof useCoveragePull>;
  /** Epoch ms by the server's clock. */
  now: number;
}
