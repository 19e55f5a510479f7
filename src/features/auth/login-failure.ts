import type { FailureKind } from '@/domain/outbox/outcome';

/**
 * Whether the server looked at user and password and said no
 * (docs/api-contract.md 2.1: 400, 401 or 403).
 */
export function isCredentialsFailure(kind: FailureKind): boolean {
  return kind === 'refused' || kind === 'unauthorized' || kind === 'forbidden';
}

/**
 * The translation key for a failed sign-in: a wrong password must never look
 * like a missing network, nor the other way round.
 */
export function loginFailureKey(kind: FailureKind): string {
  if (isCredentialsFailure(kind)) return 'CREDENTIALS_INVALID';
  switch (kind) {
    case 'offline':
    case 'timeout':
      return 'login.failure.unreachable';
    case 'unreadable':
    case 'missing':
      return 'login.failure.unreadable';
    case 'busy':
      return 'login.failure.busy';
    case 'noWorker':
      return 'login.failure.noWorker';
    default:
      // The other kinds are not about signing in: the server did something odd.
      return 'login.failure.server';
  }
}
