/** A place as the file or the database has it. */
export interface NamedPlace {
  code: string;
  name: string;
  /** Where its name should be its own: of a municipality the county, else ''. */
  within: string;
}

type NamedKind = 'provinces' | 'counties' | 'municipalities';

/** A place that an import would add, and one of its kind that has its name. */
export interface Namesake {
  kind: NamedKind;
  code: string;
  name: string;
  known: { code: string; name: string };
  /** The other one is new, too: it stands in an earlier row. */
  isInFile: boolean;
}

/**
 * New places with the name of one that is stored or stands in an earlier row: nothing
 * can be removed, and whether it is the same place under another code a person knows.
 * @param stored all of a kind. @param sent one for each code of the file.
 */
export function findNamesakes(
  kind: NamedKind,
  stored: readonly NamedPlace[],
  sent: readonly NamedPlace[],
): Namesake[] {
  const codes = new Set(stored.map(({ code }) => code));
  const byName = new Map(stored.map((place) => [keyOf(place), place]));
  const found: Namesake[] = [];
  for (const place of sent) {
    const { code, name } = place;
    // Without a name it is called by its code.
    if (code === '' || name === '' || codes.has(code)) continue;
    const known = byName.get(keyOf(place));
    if (known) {
      found.push({
        kind,
        code,
        name,
        known: { code: known.code, name: known.name },
        isInFile: !codes.has(known.code),
      });
    } else byName.set(keyOf(place), place);
  }
  return found;
}

/** What may stand before the name of a place, or behind it in brackets. */
const KIND =
  'judetul|judet|jud|municipiul|municipiu|mun|orasul|oras|or|comuna|com|provincia|regiunea|county';
const KIND_BEFORE = new RegExp(String.raw`^(?:${KIND})(?: |\. ?)`);
const KIND_BEHIND = new RegExp(String.raw` (?:county|\((?:${KIND})\.?\))$`);
/** The minus sign is no dash of Unicode, and some programs write it for one. */
const GAPS = /[\s\p{Pd}\u2212]+/gu;

/** What the spellings of a name have in common, with where it should be its own. */
function keyOf({ name, within }: NamedPlace): string {
  const key = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(GAPS, ' ')
    .trim()
    .replace(KIND_BEFORE, '')
    .replace(KIND_BEHIND, '');
  return JSON.stringify([within, key]);
}
