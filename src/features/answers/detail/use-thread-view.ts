import { useMemo } from 'react';

import type { DetailRead } from '@/data/details';
import { usePublishedForms } from '@/data/forms';

import type { ThreadView } from './thread-view';
import { viewThread } from './thread-view';
import { useSteady } from '@/features/answers/use-steady';

/**
 * A thread ready to be drawn; worked out again only when its record or the
 * forms changed, or when its pictures got newer addresses.
 * @returns undefined until both were read and something is kept.
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
