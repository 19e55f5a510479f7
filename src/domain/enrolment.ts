/** What an observer sets a PIN with, once (docs/api-contract.md 10.13). */
export interface EnrolmentCode {
  code: string;
  /** Epoch ms. */
  endsAt: number;
}
