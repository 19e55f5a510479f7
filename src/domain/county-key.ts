import { fold, tidy } from '@/domain/words';

/** What may stand before a county's name, or behind it in brackets. */
const KIND = 'judetul|judet|jud|municipiul|municipiu|mun|county';
/** The minus sign is no dash of Unicode, and some programs write it for one. */
const GAPS = /[\s\p{Pd}\u2212]+/gu;
const KIND_BEFORE = new RegExp(String.raw`^(?:${KIND})(?: |\. ?)`);
const KIND_BEHIND = new RegExp(String.raw` (?:county|\((?:${KIND})\.?\))$`);

/**
 * What the spellings of a county's name have in common: "Bistrița-Năsăud",
 * "județul Bistrita – Nasaud", "jud.Bistrița−Năsăud" and "bistrita nasaud" are one.
 */
export function countyKey(name: string): string {
  return fold(name)
    .replaceAll(GAPS, ' ')
    .trim()
    .replace(KIND_BEFORE, '')
    .replace(KIND_BEHIND, '');
}

/** How the code of a new place is stored; codes that differ by casing alone are one. */
export function newCode(code: string): string {
  return tidy(code).toUpperCase();
}
