/** One deliberate defect, and the suites that should notice it. */
export interface Mutant {
  name: string;
  /** What goes wrong with it, for people. */
  breaks: string;
  /** From the root of the repository. */
  file: string;
  /** Stands exactly once in the file: a mutant follows what it mutates. */
  find: string;
  replace: string;
  /** Path filters of vitest; they run before the stories. */
  suites: readonly string[];
  /** So many stories of the simulation, of the set of this version. */
  stories?: number | undefined;
  /** Why nobody notices it, where that is accepted. */
  survives?: string | undefined;
}
