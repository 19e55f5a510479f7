/** The jobs that a colour may have (docs/product.md 10). */
export type Tone =
  | 'neutral'
  | 'flagged'
  | 'waiting'
  | 'syncing'
  | 'done'
  | 'refused';

/**
 * The class of base.css that colours text and its icon in a tone; undefined
 * for neutral.
 */
export function toneClass(tone: Tone): string | undefined {
  return tone === 'neutral' ? undefined : `is-${tone}`;
}
