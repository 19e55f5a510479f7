/** Hears what happens in a story, when one is looked into (`--trace`). */
export const trace: { say?: (text: string) => void } = {};
