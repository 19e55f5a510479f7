/** The day is in the name, so that files sort by age. `at` is epoch ms. */
export function queueFileName(word: string, at: number): string {
  const day = new Date(at).toISOString().slice(0, 10);
  return `${word}-${day}.json`;
}
