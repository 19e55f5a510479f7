/** One deliberate defect, and the suites that should notice it. */
export interface Mutant {
  name: string;
  /** What goes wrong with it, for people. */
  breaks: string;
  /** From the root of the repository. */
  file: string;
  /**
   * The function, method, property of an object literal, class or constant in
   * which the defect is made: its name; `create.verify` where the file declares
   * the name more than once and never at its top.
   */
  within: string;
  /** Stands exactly once within it, however the formatter wraps it. */
  find: string;
  replace: string;
  /** Path filters of vitest; they run before the stories. */
  suites: readonly string[];
  /** So many stories of the simulation, of the set of this version. */
  stories?: number | undefined;
  /** Why nobody notices it, where that is accepted. */
  survives?: string | undefined;
}
