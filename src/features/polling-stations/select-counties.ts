import type { County } from '@/domain/county';
import { fold } from '@/domain/words';
import type { Sort } from '@/ui/table/data-table';

interface CountyQuery {
  /** Contained in the name or the code, regardless of case and diacritics. */
  text: string;
  sort: Sort | undefined;
}

/** The counties a query asks for, in its order; without one, in the server's. */
export function selectCounties<T extends County>(
  counties: readonly T[],
  { text, sort }: CountyQuery,
  locale: string,
): T[] {
  const wanted = fold(text.trim());
  const found = counties.filter(
    ({ name, code }) =>
      fold(name).includes(wanted) || fold(code).includes(wanted),
  );
  if (!sort) return found;
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const sign = sort.direction === 'ascending' ? 1 : -1;
  const textOf = (county: T) =>
    sort.key === 'code'
      ? county.code
      : sort.key === 'stations'
        ? String(county.numberOfPollingStations)
        : county.name;
  return found.sort((a, b) => sign * compare(textOf(a), textOf(b)));
}
