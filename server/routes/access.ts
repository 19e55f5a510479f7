import { Hono } from 'hono';

import type { HostContext, HostEnv, User } from '../host';
import { QueueFullError } from '../http/bounded-queue';
import { fieldsOf, required, type Fields } from '../http/fields';
import { ProblemError, TextRefusal } from '../http/problem';
import { userOf } from '../http/roles';
import { TOKEN_SECONDS } from '../http/tokens';
import { registerDevice } from '../services/devices';
import { findAdmin, findPhoneUser } from '../services/sign-in';
import {
  countAttempt,
  forgiveOne,
  forgiveUpTo,
  type Attempt,
} from '../services/sign-in-throttle';

/** Longer ones are nobody's, and would only fill the attempts table. */
const MAX_ACCOUNT_LENGTH = 200;
/** A full queue of sign-ins is empty again after some seconds. */
const BUSY_RETRY_SECONDS = 5;

/** Signing in and looking at one's own token (docs/api-contract.md 2). */
export const accessRoutes = new Hono<HostEnv>();

accessRoutes.post('/api/v2/access/authorize', async (c) => {
  const body = await fieldsOf(c);
  const fcmToken = body.text('fcmToken');
  const channelName = body.text('channelName') ?? 'Firebase';
  const device = fcmToken ? { fcmToken, channelName } : undefined;
  return signIn(c, body, device);
});

accessRoutes.post('/api/v1/access/authorize', async (c) => {
  const body = await fieldsOf(c);
  const deviceId = body.text('uniqueId');
  return signIn(c, body, deviceId ? { deviceId } : undefined);
});

accessRoutes.post('/api/v1/access/test', async (c) => {
  userOf(c);
  const token = (c.req.header('Authorization') ?? '').split(/\s+/)[1] ?? '';
  const claims = (await c.var.host.tokens.read(token)) ?? {};
  return c.json(
    Object.entries(claims).map(([type, value]) => ({
      type,
      value: String(value),
    })),
  );
});

/** A device means that a phone signs in; `user` is then the phone number. */
async function signIn(
  c: HostContext,
  body: Fields,
  device: Parameters<typeof registerDevice>[2] | undefined,
): Promise<Response> {
  const { db, host } = c.var;
  const account = required('User', body.text('user')).slice(
    0,
    MAX_ACCOUNT_LENGTH,
  );
  const password = required('Password', body.text('password'));
  const address = c.env?.incoming?.socket.remoteAddress ?? 'unknown';
  const kind = device ? 'phone' : 'admin';
  const attempt: Attempt = { kind, account, address };

  const counted = await countAttempt(db, attempt, host.now());
  if (!counted.isAllowed) {
    const seconds = Math.ceil(counted.waitMs / 1000);
    throw comeAgain(429, 'Too many failed attempts. Try again later.', seconds);
  }
  const { failures } = counted;
  let user: User | undefined;
  try {
    user = device
      ? await findPhoneUser(db, host.signIns, account, password)
      : await findAdmin(db, host.signIns, account, password);
  } catch (thrown) {
    if (!(thrown instanceof QueueFullError)) throw thrown;
    await forgiveOne(db, attempt, failures, host.now());
    const reason = 'Too many people are signing in. Try again in a moment.';
    throw comeAgain(503, reason, BUSY_RETRY_SECONDS);
  }
  if (!user) throw new TextRefusal(400, 'Invalid credentials');
  await forgiveUpTo(db, attempt, failures);
  if (device && user.kind === 'observer') {
    await registerDevice(db, user.observerId, device, host.now());
  }
  return c.json({
    access_token: await host.tokens.issue(user),
    expires_in: TOKEN_SECONDS,
  });
}

function comeAgain(
  status: number,
  reason: string,
  seconds: number,
): ProblemError {
  const headers = { 'Retry-After': String(seconds) };
  return new ProblemError(status, reason, { headers });
}
