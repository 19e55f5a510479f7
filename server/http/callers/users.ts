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

export type User = Admin | PhoneUser;
