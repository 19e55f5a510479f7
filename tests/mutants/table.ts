import type { Mutant } from './mutant';

const HEAD =
  '| mutant | what it breaks | file | noticed by |\n|---|---|---|---|';

/** The page with its table brought up to date. @param noticed by name: who noticed it just now. */
export function withTable(
  page: string,
  mutants: readonly Mutant[],
  noticed: ReadonlyMap<string, string>,
): string {
  const [before = ''] = page.split(HEAD);
  const known = new Map(
    rowsOf(page).map((row) => {
      const [, name = '', , , by = ''] = row.split(/(?<!\\)\|/);
      return [name.trim(), by.trim()];
    }),
  );
  const rows = mutants.map((mutant) => {
    const { name, survives } = mutant;
    const by = noticed.get(name)?.replaceAll('|', '\\|') ?? known.get(name);
    const none = survives === undefined ? 'not run yet' : `nobody: ${survives}`;
    return `${describedIn(mutant)} ${by ?? none} |`;
  });
  return `${before}${[HEAD, ...rows].join('\n')}\n`;
}

/** The rows of the page's table, without its head. */
export function rowsOf(page: string): string[] {
  const [, table = ''] = page.split(HEAD);
  return table.split('\n').filter((line) => line.startsWith('| '));
}

/** A row up to who noticed it: what the list alone says. */
export function describedIn({ name, breaks, file }: Mutant): string {
  return `| ${name} | ${breaks} | \`${file.replace('src/', '')}\` |`;
}
