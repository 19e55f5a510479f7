import { useEffect, useState } from 'react';

import { sumLocalWork } from '@/data/device/local-work';
import { countLosses } from '@/data/outbox/unsent';
import type { User } from '@/domain/user';
import { flushEditors, hasUnsaved } from '@/state/unsaved';

import type { Losses } from './logout-choices';
import { LogoutChoices } from './logout-choices';
import { LogoutSending } from './logout-sending';
import { logOut } from './session-life';

interface LogoutDialogProps {
  user: User;
  onClose: () => void;
}

/**
 * Logs out: at once when nothing would be lost, after one of three choices
 * otherwise (docs/offline-design.md 10.3).
 */
export function LogoutDialog({ user, onClose }: LogoutDialogProps) {
  const [losses, setLosses] = useState<Losses>();
  const [isSending, setSending] = useState(false);
  /** Asked again when what was unsent is sent: drafts may be left. */
  const [round, setRound] = useState(0);

  useEffect(() => {
    let isAsked = true;
    void findLosses().then((found) => {
      if (!isAsked) return;
      if (isNothing(found)) void logOut(user, 'all');
      else setLosses(found);
    });
    return () => {
      isAsked = false;
    };
  }, [user, round]);

  if (losses === undefined) return null;
  return isSending ? (
    <LogoutSending
      before={(losses.unsent ?? 0) + (losses.local?.waiting ?? 0)}
      onClose={onClose}
      onSent={() => {
        setLosses(undefined);
        setSending(false);
        setRound(round + 1);
      }}
    />
  ) : (
    <LogoutChoices
      user={user}
      losses={losses}
      onSend={() => setSending(true)}
      onClose={onClose}
    />
  );
}

async function findLosses(): Promise<Losses> {
  const isStored = await flushEditors();
  const unsaved = !isStored && hasUnsaved();
  try {
    const { unsent, drafts, ...local } = await countLosses();
    return { unsent, drafts, local, hasUnsaved: unsaved };
  } catch {
    // The database is closed or broken: the dialog asks about "unknown", and
    // never takes it for "none".
    return { hasUnsaved: unsaved };
  }
}

function isNothing({ unsent, drafts, local, hasUnsaved }: Losses): boolean {
  const isLocalEmpty = local !== undefined && sumLocalWork(local) === 0;
  return unsent === 0 && drafts === 0 && isLocalEmpty && !hasUnsaved;
}
