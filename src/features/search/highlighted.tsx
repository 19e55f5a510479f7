import { hitsIn } from '@/domain/search/find-texts';

import styles from './search.module.css';

interface HighlightedProps {
  text: string;
  /** As of `searchWords`. */
  words: readonly string[];
}

/** A text with what was found in it marked. */
export function Highlighted({ text, words }: HighlightedProps) {
  return hitsIn(text, words).map((part, at) =>
    part.isHit ? (
      // oxlint-disable-next-line react/no-array-index-key -- a part is its place
      <mark key={at} className={styles.hit}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
