const MAX_LENGTH = 40;

const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/**
 * Browser and system in a few words, such as `Firefox, Linux`: enough to know a
 * device again, and no fingerprint of it. The beginning of what other programs
 * say; empty when they say nothing.
 */
export function shortUserAgent(header: string | undefined): string {
  if (!header) return '';
  const browser = BROWSERS.find(([mark]) => header.includes(`${mark}/`))?.[1];
  const system = SYSTEMS.find(([mark]) => header.includes(mark))?.[1];
  if (browser && system) return `${browser}, ${system}`;
  return browser ?? system ?? header.slice(0, MAX_LENGTH);
}
