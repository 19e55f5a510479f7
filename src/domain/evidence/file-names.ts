import type { Attachment } from '@/domain/answers/note';

/** Long names do not unpack on every system. */
const STEM_MAX = 60;
/** Endings of files that no system runs when somebody opens them. */
const HARMLESS =
  /^(pdf|txt|csv|docx?|xlsx?|odt|ods|heic|heif|tiff?|bmp|avif|opus|oga|flac)$/;

/**
 * Where an attachment stands in the archive: "pictures/0003-02-IMG_4.jpg". Its own name
 * is only a part of it, in letters, digits, "-" and "_" of ASCII: a name can neither
 * leave the folder nor break a line of `SHA256SUMS`.
 * @param thread number of the thread in the file, from 1. @param number of the
 * attachment in its thread, from 1.
 */
export function attachmentPath(
  { path, type }: Pick<Attachment, 'path' | 'type'>,
  thread: number,
  number: number,
): string {
  const folder = type === 'image' ? 'pictures' : 'files';
  const place = [pad(thread, 4), pad(number, 2)].join('-');
  const { stem, ending } = nameParts(path);
  const isKnown = type !== 'other' || HARMLESS.test(ending);
  return `${folder}/${place}-${stem}.${isKnown ? ending : 'bin'}`;
}

function nameParts(path: string): { stem: string; ending: string } {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  const ending = dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
  const stem = decoded(dot < 0 ? name : name.slice(0, dot))
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w-]+/g, '-')
    .slice(0, STEM_MAX)
    .replaceAll(/^-+|-+$/g, '');
  return {
    stem: stem === '' ? 'file' : stem,
    ending: /^[a-z0-9]{1,5}$/.test(ending) ? ending : 'bin',
  };
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A percent sign that is no code.
    return name;
  }
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}
