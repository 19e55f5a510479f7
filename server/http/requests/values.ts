/** The range of ids and counts; the database's and the original's integer. */
const MAX_INTEGER = 2_147_483_647;

/** The integer in a text such as a query value; undefined when it is none. */
export function parseInteger(text: string): number | undefined {
  if (!/^\s*[+-]?\d{1,10}\s*$/.test(text)) return undefined;
  const value = Number(text);
  return Math.abs(value) <= MAX_INTEGER ? value : undefined;
}

/** True or false in any casing; undefined for everything else. */
export function parseBoolean(text: string): boolean | undefined {
  switch (text.trim().toLowerCase()) {
    case 'true':
      return true;
    case 'false':
      return false;
    default:
      return undefined;
  }
}

/** An ISO 8601 instant; one without a zone is UTC (docs/api-contract.md 1). */
export function parseInstant(text: string): Date | undefined {
  const match =
    /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(
      text.trim(),
    );
  if (!match) return undefined;
  const hasZone = match[4] !== undefined || match[1] === undefined;
  const date = new Date(`${text.trim()}${hasZone ? '' : 'Z'}`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
