/** What an error of a program or a database looks like, and a sentence does not. */
const MACHINE_TEXT = [
  // A stack, the name of an exception, its inner one.
  /\bat [\w.<>$]+\s?\(/,
  /Exception|Traceback|\bstack trace\b/i,
  // SQL and what databases say about it.
  /\b(select|insert|update|delete)\b[^.]*\b(from|into|set|where|on table)\b[^.]*("|\$\d|=|;|\bwhere\b)/i,
  /\b(insert into|delete from)\b/i,
  /SQLSTATE|\bviolates\b|\bconstraint\b|duplicate key|\b(FK|PK|IX|AK)_\w/i,
  // Pages and data.
  /<(!doctype|html|head|title|body|div|h\d|pre)\b/i,
  /^\s*[{[]/,
];

/**
 * Whether a person can read the server's words: a sentence, not the text of a
 * program error, a database, a page or data.
 */
export function isForPeople(words: string): boolean {
  return words !== '' && !MACHINE_TEXT.some((sign) => sign.test(words));
}

/**
 * Whether the server's words, its raw errors included, say that an observer has
 * reports or received messages. Servers refuse to delete such an observer
 * (docs/api-contract.md 3.4), with a sentence or with the error of a foreign
 * key.
 */
export function tellsOfReports(words: string): boolean {
  return (
    /foreign key|REFERENCE constraint/i.test(words) ||
    /\b(has|have|with)\b.*\b(answers?|notes?|reports?|station info|(received )?notifications?)\b/i.test(
      words,
    )
  );
}
