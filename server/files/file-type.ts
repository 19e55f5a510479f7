/**
 * The types that a browser may show in place, by file ending. SVG is not here:
 * opened by itself it can run scripts.
 */
const SHOWN: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  '3gp': 'video/3gpp',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  pdf: 'application/pdf',
};

const ALLOWED = new Set(Object.values(SHOWN));

/** The type of anything else: it is downloaded, never shown. */
const DOWNLOAD = 'application/octet-stream';

/**
 * The content type to store for an uploaded file: what it says it is when that
 * can be shown safely, else what its name says, else a download.
 */
export function fileTypeOf(fileName: string, declared: string): string {
  const said = declared.split(';')[0]?.trim().toLowerCase() ?? '';
  if (ALLOWED.has(said)) return said;
  const ending = fileName.toLowerCase().split('.').at(-1) ?? '';
  return SHOWN[ending] ?? DOWNLOAD;
}

/** Whether a browser may show a file of this type in place. */
export function isShown(contentType: string): boolean {
  return ALLOWED.has(contentType);
}
