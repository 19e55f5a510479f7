/**
 * How much of a list is cached. `cached` equals `total` also when the list is
 * complete but its last reading may have missed rows.
 */
export interface CacheShare {
  cached: number;
  total: number;
}
