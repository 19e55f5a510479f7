/** How much of a list is cached; `cached` equals `total` while only its last reading is in doubt. */
export interface CacheShare {
  cached: number;
  total: number;
}
