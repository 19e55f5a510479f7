import { Hono } from 'hono';

import type { HostContext, HostEnv, User } from '../host';
import { fieldsOf, required, type Fields } from '../http/fields';
import { ProblemError, TextRefusal } from '../http/problem';
import { userOf } from '../http/roles';
import { TOKEN_SECONDS } from '../http/tokens';
import {
  countFailure,
  findAdmin,
  findPhoneUser,
  forgetFailures,
  registerDevice,
  waitBeforeLogin,
} from '../rules/login';

/** Longer ones are nobody's, and would only fill the attempts table. */
const MAX_ACCOUNT_LENGTH = 200;

/** Signing in and looking at one's own token (contract section 2). */
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
  const attempt = { account, address };

  const wait = await waitBeforeLogin(db, attempt, host.now());
  if (wait > 0) {
    throw new ProblemError(429, 'Too many failed attempts. Try again later.', {
      headers: { 'Retry-After': String(Math.ceil(wait / 1000)) },
    });
  }
  let user: User | undefined;
  if (device) {
    const phoneUser = await findPhoneUser(db, account, password);
    if (phoneUser) {
      await registerDevice(db, phoneUser.observerId, device, host.now());
    }
    user = phoneUser;
  } else {
    user = await findAdmin(db, account, password);
  }
  if (!user) {
    await countFailure(db, attempt, host.now());
    throw new TextRefusal(400, 'Invalid credentials');
  }
  await forgetFailures(db, attempt);
  return c.json({
    access_token: await host.tokens.issue(user),
    expires_in: TOKEN_SECONDS,
  });
}
