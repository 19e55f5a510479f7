/** HTML in which all that people wrote is escaped: only `markup` makes it. */
export interface Markup {
  readonly html: string;
}

type Part = string | number | Markup | readonly Markup[];

/**
 * Puts HTML together. Texts and numbers are escaped, for content and for quoted
 * attributes; other `Markup` stays as it is.
 */
export function markup(
  strings: TemplateStringsArray,
  ...parts: readonly Part[]
): Markup {
  const pieces = strings.map((piece, at) => piece + htmlOf(parts[at] ?? ''));
  return { html: pieces.join('') };
}

/** What a person wrote: signs that turn the direction of writing do not leave it. */
export function said(text: string): Markup {
  return markup`<bdi>${text}</bdi>`;
}

function htmlOf(part: Part): string {
  if (typeof part === 'string') return escapeText(part);
  if (typeof part === 'number') return escapeText(String(part));
  if ('html' in part) return part.html;
  return part.map(({ html }) => html).join('');
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What HTML has no place for, line break and tab aside. Halves of pairs become U+FFFD in UTF-8. */
// oxlint-disable-next-line no-control-regex
const NO_TEXT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g;

function escapeText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(NO_TEXT, '\ufffd')
    .replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
