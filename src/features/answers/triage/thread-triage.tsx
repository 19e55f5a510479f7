import { useTriage } from '@/data/triage';

import { TriageBar } from './triage-bar';

interface ThreadTriageProps {
  threadKey: string;
}

/** Reads all decisions once, so that another thread asks for nothing. */
export function ThreadTriage({ threadKey }: ThreadTriageProps) {
  const triage = useTriage();
  // Until they are read nobody knows that the thread is new.
  if (!triage) return null;
  return (
    <TriageBar
      key={threadKey}
      threadKey={threadKey}
      history={triage.get(threadKey) ?? []}
    />
  );
}
