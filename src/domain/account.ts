/** A back-office account, as an organizer manages it (docs/api-contract.md 10.5). */
export interface StaffAccount {
  id: number;
  ngoId: number;
  /** Name of its organisation. */
  ngo: string;
  account: string;
  isActive: boolean;
  /** Of its organisation. */
  isOrganizer: boolean;
  /** Epoch ms. */
  lastSignInAt?: number | undefined;
}

/** An organisation (docs/api-contract.md 4.9). */
export interface Organisation {
  id: number;
  shortName: string;
  name: string;
  organizer: boolean;
  isActive: boolean;
}

export interface AccountList {
  accounts: StaffAccount[];
  /** All of them, also those without accounts. */
  organisations: Organisation[];
}

/** A change that the server makes now: none is enqueued or sent again. */
export type StaffChange =
  | { kind: 'addAccount'; ngoId: number; account: string; password: string }
  | { kind: 'addOrganisation'; name: string; shortName: string }
  | { kind: 'setPassword'; accountId: number; password: string }
  | { kind: 'setActive'; accountId: number; isActive: boolean }
  | {
      kind: 'renameOrganisation';
      ngoId: number;
      name: string;
      shortName: string;
    }
  | { kind: 'setOrganisationActive'; ngoId: number; isActive: boolean }
  | { kind: 'setOrganizer'; ngoId: number; isOrganizer: boolean }
  | { kind: 'changePassword'; current: string; next: string }
  /** accountId: whose it is; absent: of the own account. */
  | { kind: 'endSession'; sessionId: string; accountId?: number | undefined }
  | { kind: 'requireSecondFactor'; isRequired: boolean }
  | { kind: 'endReadToken'; tokenId: number };

/** Where an account is signed in (docs/api-contract.md 10.7). */
export interface StaffSession {
  id: string;
  /** Epoch ms. */
  createdAt: number;
  /** Epoch ms, to the minute. */
  lastSeenAt: number;
  /** Browser and system in short; empty when unknown. */
  userAgent: string;
  /** It is the one of this device. */
  isCurrent: boolean;
}

/** The second factor of the own account (docs/api-contract.md 10.10). */
export interface SecondFactor {
  isOn: boolean;
  /** Of all staff accounts of this server. */
  isRequired: boolean;
  /** How many were not used yet. */
  recoveryCodes: number;
}

/** A second factor that is being set up. */
export interface NewSecondFactor {
  /** Base32, to type into an authenticator app. */
  secret: string;
  /** The same for a QR code. */
  uri: string;
}

/** Of passwords that are set from now on (docs/api-contract.md 10.5). */
export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 100;
