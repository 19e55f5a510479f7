/**
 * Why a file is not shown. empty: it has no byte. unshowable: it is here, and this
 * browser does not know its format, as of a HEIC that is named .jpg. unknown: it may
 * lie at another server that tells nothing of it. notLoaded: it did not come.
 */
export type FileFault = 'empty' | 'unshowable' | 'unknown' | 'notLoaded';

/**
 * What the browser noted of a picture, film or sound that it could not show. Of other
 * servers it tells only what these allow.
 */
export function fileFault(src: string): FileFault {
  const entry = performance.getEntriesByName(src, 'resource').at(-1);
  // 0 of another server that allows no look at it.
  if (!entry || !isTold(entry) || entry.responseStatus === 0) {
    const { origin } = new URL(src, location.href);
    return origin === location.origin ? 'notLoaded' : 'unknown';
  }
  const { responseStatus: status, decodedBodySize } = entry;
  // Players ask for a part, and a file without a byte has none.
  if (status === 416) return 'empty';
  if (status !== 200 && status !== 206) return 'notLoaded';
  return decodedBodySize === 0 ? 'empty' : 'unshowable';
}

function isTold(entry: PerformanceEntry): entry is PerformanceResourceTiming {
  return 'responseStatus' in entry;
}
