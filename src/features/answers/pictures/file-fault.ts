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
  const isOurs =
    new URL(src, window.location.href).origin === window.location.origin;
  if (!entry || !isTold(entry)) return isOurs ? 'notLoaded' : 'unknown';
  // Players ask for a part, and a file without a byte has none.
  if (entry.responseStatus === 416) return 'empty';
  if (entry.responseStatus !== 200 && entry.responseStatus !== 206) {
    return 'notLoaded';
  }
  return entry.decodedBodySize === 0 ? 'empty' : 'unshowable';
}

type Told = PerformanceEntry &
  Pick<PerformanceResourceTiming, 'decodedBodySize' | 'responseStatus'>;

function isTold(entry: PerformanceEntry): entry is Told {
  return (
    'responseStatus' in entry &&
    'responseStart' in entry &&
    entry.responseStart !== 0 &&
    'decodedBodySize' in entry
  );
}
