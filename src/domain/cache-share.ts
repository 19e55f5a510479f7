/** How much of a list is cached; `kept` equals `total` while only its last reading is in doubt. */
export interface CacheShare {
  kept: number;
  total: number;
}
