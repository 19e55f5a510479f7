import type { Db } from '../../db/database';
import { findStanding, type Standing } from '../../queries/sessions';
import { noteSeen } from '../../services/sessions';
import type { TokenSession } from './tokens';
import type { User } from './users';

/**
 * For so long this process believes what it read of a session: an end that
 * another process wrote is obeyed this much later.
 */
export const BELIEVED_MS = 2_000;
const SEEN_EVERY_MS = 60_000;
const MAX_REMEMBERED = 10_000;

export interface Sessions {
  /**
   * Whether a good token of `user` still counts: the account is there and in
   * the token's epoch, and its session was not ended. Rejects when the database
   * is away: nobody loses a session for that.
   */
  isOpen: (user: User, session: TokenSession) => Promise<boolean>;
  /** Reads anew from now on; call it after a session was ended. */
  forget: () => void;
}

interface Remembered {
  until: number;
  standing: Promise<Standing | undefined>;
}

/** With `isLasting` all tokens count, as on the original. */
export function createSessions(
  db: Db,
  now: () => Date,
  isLasting: boolean,
): Sessions {
  const remembered = new Map<string, Remembered>();

  function standingOf(user: User, id: string): Promise<Standing | undefined> {
    const at = now().getTime();
    const accountId = user.kind === 'admin' ? user.adminId : user.observerId;
    const key = `${user.kind} ${accountId} ${id}`;
    const known = remembered.get(key);
    if (known && known.until > at) return known.standing;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    const standing = look(user, id);
    remembered.set(key, { until: at + BELIEVED_MS, standing });
    standing.catch(() => remembered.delete(key));
    return standing;
  }

  async function look(user: User, id: string): Promise<Standing | undefined> {
    const standing = await findStanding(db, user, id);
    const seenAt = standing?.lastSeenAt?.getTime();
    if (seenAt !== undefined && now().getTime() - seenAt >= SEEN_EVERY_MS) {
      // Who may read does not depend on it: a database that takes no writes,
      // as before a standby leads, is still read.
      await noteSeen(db, id, now()).catch(() => {});
    }
    return standing;
  }

  return {
    async isOpen(user, { id, epoch }) {
      if (isLasting) return true;
      const standing = await standingOf(user, id);
      return standing?.epoch === epoch && !standing?.endedAt;
    },
    forget: () => remembered.clear(),
  };
}
