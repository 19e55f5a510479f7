import type { Db } from '../../db/database';
import { findStanding, type Standing } from '../../queries/sessions';
import { noteSeen } from '../../services/sessions';
import type { TokenSession } from './tokens';
import { idOf, type SessionUser } from './users';

/**
 * For so long this process believes what it read of a session: an end that
 * another process wrote is obeyed this much later.
 */
export const BELIEVED_MS = 2_000;
const SEEN_EVERY_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** A session that still counts. */
interface OpenSession {
  /** The server requires a second factor, and the account has none. */
  needsSecondFactor: boolean;
}

export interface Sessions {
  /**
   * The session of a good token of `user` that still counts: the account is there
   * and in the token's epoch, and its session was not ended; otherwise undefined.
   * Rejects when the database is away: nobody loses a session for that.
   */
  findOpen: (
    user: SessionUser,
    session: TokenSession,
  ) => Promise<OpenSession | undefined>;
  /** Reads anew from now on; call it after what `findOpen` answers has changed. */
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

  function standingOf(
    user: SessionUser,
    id: string,
  ): Promise<Standing | undefined> {
    const at = now().getTime();
    const key = `${user.kind} ${idOf(user)} ${id}`;
    const known = remembered.get(key);
    if (known && known.until > at) return known.standing;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    const standing = look(user, id);
    remembered.set(key, { until: at + BELIEVED_MS, standing });
    standing.catch(() => remembered.delete(key));
    return standing;
  }

  async function look(
    user: SessionUser,
    id: string,
  ): Promise<Standing | undefined> {
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
    async findOpen(user, { id, epoch }) {
      if (isLasting) return { needsSecondFactor: false };
      const standing = await standingOf(user, id);
      const isOpen = standing?.epoch === epoch && !standing?.endedAt;
      return isOpen ? standing : undefined;
    },
    forget: () => remembered.clear(),
  };
}
