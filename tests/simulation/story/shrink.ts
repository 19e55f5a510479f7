import type { Command, Story } from './commands';

/**
 * Takes commands out of a failing story, halves first and then one by one, for as
 * long as it fails.
 * @param fails whether a story breaks the promise that the whole one broke.
 */
export async function shrink(
  story: Story,
  fails: (story: Story) => Promise<boolean>,
): Promise<Story> {
  let { commands } = story;
  const isEnough = (some: readonly Command[]) =>
    fails({ ...story, commands: some });
  let size = Math.max(1, commands.length >> 1);
  for (;;) {
    const before = commands.length;
    for (let at = 0; at < commands.length;) {
      const rest = commands.toSpliced(at, size);
      if (await isEnough(rest)) commands = rest;
      else at += size;
    }
    if (size === 1 && commands.length === before) break;
    size = Math.max(1, size >> 1);
  }
  return { ...story, commands };
}
