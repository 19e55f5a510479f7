import type { Engine } from '@/workers/engine/engine';

/**
 * The server's id for what was created here under a temporary one. A lane sends
 * the creation first, so by the time a change of it goes out the id is known.
 * @throws when it is not: then the order inside a lane is broken, which is a bug.
 */
export async function realIdOf(engine: Engine, id: number): Promise<number> {
  if (id >= 0) return id;
  const row = await engine.databases.intent.idMap.get(id);
  if (!row) throw new Error(`No id of the server is known for ${id}`);
  return row.realId;
}

/** The server's ids of what this device created. */
export async function idsMadeHere({ databases }: Engine): Promise<number[]> {
  const rows = await databases.intent.idMap.toArray();
  return rows.map(({ realId }) => realId);
}
