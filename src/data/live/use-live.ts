import { useLiveQuery, useObservable } from 'dexie-react-hooks';

import { pacedQuery } from './paced-query';

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

/**
 * The same for figures beside the work, such as how much waits: while many rows
 * change they are read a few times a second, not with each row.
 * @param key says what is asked; @param read only awaits the databases.
 */
export function useFigures<T>(
  key: string,
  read: () => Promise<T>,
): T | undefined {
  const result = useObservable(
    () => pacedQuery(async () => ({ key, value: await read() })),
    [key],
  );
  return result?.key === key ? result.value : undefined;
}
