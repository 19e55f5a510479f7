/**
 * Why a picture is not shown. empty: its file has no byte. unshowable: its file is here,
 * and this browser does not know its format, as of a HEIC that is named .jpg.
 */
export type PictureFault = 'empty' | 'unshowable' | 'notLoaded';

/**
 * What the browser noted of a picture that it could not show. Of other servers it tells
 * only what these allow.
 */
export function pictureFault(src: string): PictureFault {
  const entry = performance.getEntriesByName(src, 'resource').at(-1);
  if (!entry || !isAnswered(entry)) return 'notLoaded';
  return entry.decodedBodySize === 0 ? 'empty' : 'unshowable';
}

type Answered = PerformanceEntry &
  Pick<PerformanceResourceTiming, 'decodedBodySize'>;

function isAnswered(entry: PerformanceEntry): entry is Answered {
  return (
    'responseStatus' in entry &&
    entry.responseStatus === 200 &&
    'responseStart' in entry &&
    entry.responseStart !== 0 &&
    'decodedBodySize' in entry
  );
}
