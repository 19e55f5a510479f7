import { fileURLToPath } from 'node:url';

/** Where Drizzle finds the migrations, the same for both drivers. */
export const MIGRATIONS = {
  migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)),
};
