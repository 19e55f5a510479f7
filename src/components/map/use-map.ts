import { useEffect, useState } from 'react';

import { config } from '@/config';

import { loadMapFile } from './load-map-file';
import type { MapShapes } from './map-shapes';
import { readMap } from './map-shapes';

/** The deployment's map; undefined while there is none, or none to be had. */
export function useMap(): MapShapes | undefined {
  const [map, setMap] = useState<MapShapes>();
  useEffect(() => {
    if (config.mapUrl === '') return undefined;
    let isWanted = true;
    void loadMapFile(config.mapUrl)
      .then((file) => {
        if (isWanted) setMap(readMap(file));
      })
      // The table has every figure of the map.
      .catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, []);
  return map;
}
