const formats = new Map<string, Intl.NumberFormat>();

/**
 * A share of 0 to 1 as "12,3 %". Rounded, unlike the shares of progress: figures of
 * several options are compared with each other.
 */
export function formatPercent(share: number, locale: string): string {
  const format =
    formats.get(locale) ??
    new Intl.NumberFormat(locale, {
      style: 'percent',
      maximumFractionDigits: 1,
    });
  formats.set(locale, format);
  return format.format(share);
}
