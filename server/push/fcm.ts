import { describeFailure } from '../describe-failure';
import {
  createAccess,
  NoAccessError,
  type FcmCredentials,
  type FcmOptions,
} from './fcm-access';
import type { PushMessage, PushService } from './push-service';

const ENDPOINT = 'https://fcm.googleapis.com';
const ANSWER_TIMEOUT_MS = 10_000;
/** The HTTP v1 call takes one phone at a time; so many are under way at once. */
const AT_ONCE = 25;

/**
 * Sends through FCM HTTP v1: an assertion signed with the account's key buys an
 * access token, and each phone gets one `messages:send`, with title and body
 * both as data and as notification (docs/api-contract.md 4.6). A message that
 * is refused or gets no answer is not sent again: the phone may have it. The
 * log gets counts and statuses, never tokens or texts.
 */
export function createFcm(options: FcmOptions): PushService {
  const { credentials, log } = options;
  const base = (options.endpoint ?? ENDPOINT).replace(/\/$/, '');
  const url = `${base}/v1/projects/${encodeURIComponent(credentials.projectId)}/messages:send`;
  const access = createAccess(options);

  async function sendOne(message: PushMessage, phone: string, token: string) {
    const { title, body } = message;
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({
        message: {
          token: phone,
          notification: { title, body },
          data: { title, body },
        },
      }),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.status;
  }

  return {
    async send(message, phones) {
      const statuses = new Map<string, number>();
      const count = (what: string) =>
        statuses.set(what, (statuses.get(what) ?? 0) + 1);
      const waiting = [...phones];
      const work = async () => {
        for (let phone = waiting.pop(); phone; phone = waiting.pop()) {
          try {
            const token = await access();
            let status = await sendOne(message, phone, token);
            // 401: nothing was sent, the token ended early.
            if (status === 401) {
              status = await sendOne(message, phone, await access(token));
            }
            count(String(status));
          } catch (error) {
            const isKnown = error instanceof NoAccessError;
            count(isKnown ? error.message : describeFailure(error));
          }
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      const accepted = statuses.get('200') ?? 0;
      statuses.delete('200');
      for (const [what, times] of statuses) {
        log(`The push service refused ${times} messages: ${what}`);
      }
      return accepted;
    },
  };
}

/**
 * Reads the text of a service account's JSON file. Undefined when it is none,
 * so that the start can say so without showing what is inside.
 */
export function parseCredentials(text: string): FcmCredentials | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(parsed));
  const read = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  const credentials = {
    projectId: read('project_id'),
    clientEmail: read('client_email'),
    privateKey: read('private_key'),
  };
  const isWhole = Object.values(credentials).every((value) => value !== '');
  return isWhole ? credentials : undefined;
}
