/** A name with the day of the device, so that files sort by age. */
export function datedName(name: string, extension: string): string {
  const now = new Date();
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return `${name}-${day}.${extension}`;
}
