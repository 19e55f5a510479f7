import { useMemo } from 'react';

import type { DetailRead } from '@/data/threads/details';
import { usePublishedForms } from '@/data/forms/forms';

import type { ThreadView } from './thread-view';
import { viewThread } from './thread-view';
import { useSteady } from '@/features/answers/use-steady';

/**
 * A thread ready to be drawn, computed again only when its record, the forms
 * or the addresses of its pictures changed. Undefined until both were read and
 * the thread is cached.
 */
export function useThreadView(
  read: DetailRead | undefined,
): { view: ThreadView; formsAsOf?: number | undefined } | undefined {
  const published = usePublishedForms();
  const detail = useSteady(
    read?.detail,
    `${read?.key}:${read?.detail?.hash}:${read?.detail?.writtenAt}`,
  );
  const forms = useSteady(published, signatureOf(published));
  return useMemo(() => {
    if (!detail || !forms) return undefined;
    const view = viewThread(detail, forms);
    return forms.asOf === undefined
      ? { view }
      : { view, formsAsOf: forms.asOf };
  }, [detail, forms]);
}

/** Names and versions: a body changes only with its version. */
function signatureOf(published: ReturnType<typeof usePublishedForms>): string {
  if (!published) return '';
  const { forms, bodies, asOf } = published;
  return JSON.stringify([
    forms,
    bodies.map(({ id, version }) => [id, version]),
    asOf !== undefined,
  ]);
}
