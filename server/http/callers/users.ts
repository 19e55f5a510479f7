/** A signed-in back-office account (docs/api-contract.md 2.2). */
export interface Admin {
  kind: 'admin';
  account: string;
  adminId: number;
  ngoId: number;
  isOrganizer: boolean;
}

/** A signed-in phone (docs/api-contract.md 2.2). */
export interface PhoneUser {
  kind: 'observer';
  account: string;
  observerId: number;
  ngoId: number;
}

/** Somebody who signed in, and has a session. */
export type SessionUser = Admin | PhoneUser;

/** The holder of a read-only token, who has no account (docs/api-contract.md 10.11). */
export interface Reader {
  kind: 'reader';
  /** `token` and its name, for the audit log. */
  account: string;
  tokenId: number;
  /** The NGO that it is limited to; undefined: it reads all. */
  ngoId: number | undefined;
}

export type User = SessionUser | Reader;

/** The id of a user among those of its kind. */
export function idOf(user: User): number {
  switch (user.kind) {
    case 'admin':
      return user.adminId;
    case 'observer':
      return user.observerId;
    case 'reader':
      return user.tokenId;
  }
}
