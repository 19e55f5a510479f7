import { randomUUID } from 'node:crypto';

import type * as v from 'valibot';

import { requestOf } from '../http/audit';
import { clientAddressOf, networkOf } from '../http/callers/client-address';
import { countedSignIn } from '../http/callers/counted-sign-in';
import { requireCode, type CodeKind } from '../http/callers/second-factor';
import { TOKEN_SECONDS } from '../http/callers/tokens';
import { shortUserAgent } from '../http/callers/user-agent';
import { TextRefusal } from '../http/problems/problem';
import { createRoutes } from '../http/routes';
import { Claims, Login, LoginReply, LoginV1 } from '../schemas/access';
import type { RequestContext } from '../server';
import { addAuditEntry } from '../services/audit';
import { registerDevice } from '../services/devices';
import { openSession } from '../services/sessions';
import { findAdmin, findPhoneUser, type SignedIn } from '../services/sign-in';
import { deviceOf } from '../services/sign-in-budgets';
import type { Attempt } from '../services/sign-in-throttle';

/** Longest account name; a longer text would only fill the attempts table. */
const MAX_ACCOUNT_LENGTH = 200;

/** Signing in and looking at one's own token (docs/api-contract.md 2). */
export const accessRoutes = createRoutes('access');

const signInRefusals = {
  400: 'The account or the password is wrong; the text does not say which. As problem details: a code is needed, or wrong',
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
    audit: {
      byHandler: ['sign-in', 'sign-in failed', 'wrong code', 'wrong PINs'],
    },
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
    audit: {
      byHandler: ['sign-in', 'sign-in failed', 'wrong code', 'wrong PINs'],
    },
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
  {
    summary: 'The claims of the token',
    role: 'anyone',
    reply: Claims,
    audit: { none: 'It reads only' },
  },
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
  credentials: Pick<v.InferOutput<typeof Login>, 'user' | 'password' | 'code'>,
  device: Parameters<typeof registerDevice>[2] | undefined,
): Promise<Response> {
  const { db, server } = c.var;
  const account = credentials.user.slice(0, MAX_ACCOUNT_LENGTH);
  const { password, code } = credentials;
  const kind = device ? 'phone' : 'admin';
  const network = networkOf(clientAddressOf(c));
  const attempt: Attempt = {
    kind,
    account,
    network,
    device: deviceOf(device?.fcmToken ?? device?.deviceId),
  };
  const isClassic = server.quirks.lastingTokens;

  let secondFactor: CodeKind | undefined;
  const signedIn = await countedSignIn<SignedIn>(c, attempt, async () => {
    if (device) {
      const queue = server.signIns;
      return findPhoneUser(db, queue, account, password, !isClassic);
    }
    const queue = server.staffSignIns;
    const found = await findAdmin(db, queue, account, password, !isClassic);
    if (found) secondFactor = await requireCode(c, found.user, code);
    return found;
  });
  if (!signedIn) throw new TextRefusal(400, 'Invalid credentials');
  const { user, epoch } = signedIn;
  if (device && user.kind === 'observer') {
    await registerDevice(db, user.observerId, device, server.now());
  }
  const id = randomUUID();
  if (user.kind === 'admin') {
    const userAgent = shortUserAgent(c.req.header('User-Agent'));
    const { adminId } = user;
    await openSession(db, { id, adminId, userAgent }, server.now());
    const entry = { ...requestOf(c), adminId, account: user.account };
    await addAuditEntry(db, {
      ...entry,
      action: 'sign-in',
      ...(secondFactor && { after: { secondFactor } }),
    });
  }
  const session = { id, epoch: isClassic ? undefined : epoch };
  c.header('Cache-Control', 'no-store');
  return c.json({
    access_token: await server.tokens.issue(user, session),
    expires_in: TOKEN_SECONDS,
  });
}
