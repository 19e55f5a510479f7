import { subscribeKey } from 'valtio/utils';

import { isPinLink } from '@/paths';
import { session } from '@/state/session';

import { loadSignedIn, loadSignedInPart } from './signed-in-part';
import { findUnsupported } from './shell/browser-support';

/**
 * Loads and opens what the first screen needs, so that it is drawn without a
 * fallback. Settles as well when that fails, or when the session ends meanwhile:
 * the app then draws what there is to say.
 */
export async function prepareFirstScreen(): Promise<void> {
  if (isPinLink(location.pathname)) return;
  const { token, user } = session;
  if (token === undefined || user === undefined || findUnsupported()) return;
  let stop = () => {};
  const ended = new Promise<void>((resolve) => {
    stop = subscribeKey(session, 'token', () => resolve(), true);
  });
  const prepare = async () => {
    const { prepareSignedIn } = await loadSignedIn();
    await loadSignedInPart();
    await prepareSignedIn(token, user);
  };
  await Promise.race([
    prepare().catch(() => {
      // The app tries again, and says what is wrong.
    }),
    ended,
  ]);
  stop();
}
