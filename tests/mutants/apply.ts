import { declarationsNamed } from './declarations';
import type { Mutant } from './mutant';

/** The text of a file with a mutant in it, or why the mutant cannot be put there. */
export type Applied =
  | { ok: true; text: string }
  | { ok: false; trouble: string };

type Anchor = Pick<Mutant, 'file' | 'within' | 'find' | 'replace'>;

/** Puts a mutant into the text of its file. */
export function applyMutant(
  { file, within, find, replace }: Anchor,
  text: string,
): Applied {
  const parts = declarationsNamed(within, { path: file, text });
  const [part, ...others] = parts;
  if (!part) return failed(`${within} is not declared in ${file}`);
  if (others.length > 0) {
    const paths = parts.map(({ path }) => path).join(', ');
    return failed(`${within} is declared more than once in ${file}: ${paths}`);
  }
  const found = [...text.matchAll(patternOf(find))]
    .map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
    }))
    .filter(({ start, end }) => part.start <= start && end <= part.end);
  const [place] = found;
  if (!place || found.length > 1) {
    return failed(
      `its text stands ${found.length} times within ${within} of ${file}`,
    );
  }
  const mutated = text.slice(0, place.start) + replace + text.slice(place.end);
  return { ok: true, text: mutated };
}

function failed(trouble: string): Applied {
  return { ok: false, trouble };
}

/**
 * Matches a text however the formatter wraps it: white space may stand between
 * any two of its words and signs, and a comma before a closing bracket.
 */
function patternOf(find: string): RegExp {
  const text = find.replace(/,(?=\s*[)\]}])/g, '');
  const tokens = text.match(/[\p{L}\p{N}_$]+|\S/gu) ?? [];
  const patterns = tokens.map((token, at) => {
    const isLast = at === tokens.length - 1;
    return gapBetween(tokens[at - 1], token) + patternOfToken(token, isLast);
  });
  return new RegExp(patterns.join(''), 'g');
}

function gapBetween(before: string | undefined, token: string): string {
  if (before === undefined) return '';
  return isWord(before) && isWord(token) ? '\\s+' : '\\s*';
}

function isWord(token: string): boolean {
  return /[\p{L}\p{N}_$]/u.test(token);
}

function patternOfToken(token: string, isLast: boolean): string {
  const escaped = token.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
  if (/[)\]}]/.test(token)) return `(?:,\\s*)?${escaped}`;
  // The formatter removes the last comma of a list that comes to fit one line.
  return token === ',' && isLast ? '(?:,|(?=\\s*[)\\]}]))' : escaped;
}
