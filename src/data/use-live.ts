import { useLiveQuery } from 'dexie-react-hooks';

/**
 * A live read. Answers undefined until the first result for this very `key` is
 * there, so that one thread's rows are never shown under another's name.
 * @param key says what is asked; @param read only awaits the databases.
 */
export function useLive<T>(key: string, read: () => Promise<T>): T | undefined {
  const result = useLiveQuery(
    async () => ({ key, value: await read() }),
    [key],
  );
  return result?.key === key ? result.value : undefined;
}
