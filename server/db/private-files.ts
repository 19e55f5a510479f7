import { NodeFS } from '@electric-sql/pglite/nodefs';

/**
 * Mode of a file of the database: all rights for the owner, none for others.
 */
const OF_OWNER = 0o700;

type Init = typeof NodeFS.prototype.init;
type Module = NonNullable<Parameters<Init>[1]['preRun']>[number] extends (
  module: infer M,
) => void
  ? M
  : never;

/**
 * PGlite's files in a folder, for their owner alone. PGlite itself lets
 * everybody read and write each file that it makes, regardless of the umask.
 */
export class PrivateFiles extends NodeFS {
  override async init(...[pglite, options]: Parameters<Init>) {
    const { emscriptenOpts } = await super.init(pglite, options);
    const preRun = [...(emscriptenOpts.preRun ?? []), restrictChmod];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

/** Every new file gets its rights by `FS.chmod`, right after it was made. */
function restrictChmod({ FS }: Module): void {
  const { chmod } = FS;
  Object.assign(FS, {
    chmod: (path: string, mode: number, ...rest: boolean[]) =>
      chmod(path, mode & OF_OWNER, ...rest),
  });
}
