import type * as v from 'valibot';

import { QueueFullError } from '../http/bounded-queue';
import { ProblemError, TextRefusal } from '../http/problem';
import { createRoutes } from '../http/routes';
import { TOKEN_SECONDS } from '../http/tokens';
import type { User } from '../http/users';
import { Claims, Login, LoginReply, LoginV1 } from '../schemas/access';
import type { RequestContext } from '../server';
import { registerDevice } from '../services/devices';
import { findAdmin, findPhoneUser } from '../services/sign-in';
import {
  countAttempt,
  forgiveOne,
  forgiveUpTo,
  type Attempt,
} from '../services/sign-in-throttle';

/** Longest account name; a longer text would only fill the attempts table. */
const MAX_ACCOUNT_LENGTH = 200;
/** Retry-After of a full queue of sign-ins, in s; it is empty again by then. */
const BUSY_RETRY_SECONDS = 5;

/** Signing in and looking at one's own token (docs/api-contract.md 2). */
export const accessRoutes = createRoutes('access');

const signInRefusals = {
  400: 'The account or the password is wrong; the text does not say which',
  429: 'Too many wrong passwords; Retry-After says when to come again',
  503: 'Too many people are signing in at once; Retry-After says when to come again',
};

accessRoutes.on(
  'post',
  '/api/v2/access/authorize',
  {
    summary: 'Sign in; a fcmToken means a phone',
    role: 'nobody',
    body: Login,
    reply: LoginReply,
    refusals: signInRefusals,
  },
  async (c, { body }) => {
    const { fcmToken, channelName = 'Firebase', ...credentials } = await body();
    const device = fcmToken ? { fcmToken, channelName } : undefined;
    return signIn(c, credentials, device);
  },
);

accessRoutes.on(
  'post',
  '/api/v1/access/authorize',
  {
    summary: 'Sign in (older clients)',
    role: 'nobody',
    body: LoginV1,
    reply: LoginReply,
    refusals: signInRefusals,
  },
  async (c, { body }) => {
    const { uniqueId: deviceId, ...credentials } = await body();
    return signIn(c, credentials, deviceId ? { deviceId } : undefined);
  },
);

accessRoutes.on(
  'post',
  '/api/v1/access/test',
  { summary: 'The claims of the token', role: 'anyone', reply: Claims },
  async (c) => {
    const token = (c.req.header('Authorization') ?? '').split(/\s+/)[1] ?? '';
    const claims = (await c.var.server.tokens.read(token)) ?? {};
    return c.json(
      Object.entries(claims).map(([type, value]) => ({
        type,
        value: String(value),
      })),
    );
  },
);

/**
 * Signs in the phone user `user` (a phone number) when a device is given, else
 * the back-office user.
 */
async function signIn(
  c: RequestContext,
  credentials: Pick<v.InferOutput<typeof Login>, 'user' | 'password'>,
  device: Parameters<typeof registerDevice>[2] | undefined,
): Promise<Response> {
  const { db, server } = c.var;
  const account = credentials.user.slice(0, MAX_ACCOUNT_LENGTH);
  const { password } = credentials;
  const address = c.env?.incoming?.socket.remoteAddress ?? 'unknown';
  const kind = device ? 'phone' : 'admin';
  const attempt: Attempt = { kind, account, address };

  const counted = await countAttempt(db, attempt, server.now());
  if (!counted.isAllowed) {
    const seconds = Math.ceil(counted.waitMs / 1000);
    throw comeAgain(429, 'Too many failed attempts. Try again later.', seconds);
  }
  const { failures } = counted;
  let user: User | undefined;
  try {
    user = device
      ? await findPhoneUser(db, server.signIns, account, password)
      : await findAdmin(db, server.signIns, account, password);
  } catch (thrown) {
    if (!(thrown instanceof QueueFullError)) throw thrown;
    await forgiveOne(db, attempt, failures, server.now());
    const reason = 'Too many people are signing in. Try again in a moment.';
    throw comeAgain(503, reason, BUSY_RETRY_SECONDS);
  }
  if (!user) throw new TextRefusal(400, 'Invalid credentials');
  await forgiveUpTo(db, attempt, failures);
  if (device && user.kind === 'observer') {
    await registerDevice(db, user.observerId, device, server.now());
  }
  return c.json({
    access_token: await server.tokens.issue(user),
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
