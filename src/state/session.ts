import { proxy } from 'valtio';

import { config, LAST_SCREEN_KEY, TOKEN_KEY } from '@/config';
import type { Reader, User } from '@/domain/user';
import { readToken } from '@/domain/user';

import { noteContact } from './contact';

interface SessionState {
  /**
   * The stored token; a session exists whenever there is one
   * (docs/specification.md 4).
   */
  token?: string | undefined;
  user?: User | undefined;
}

/** Who is signed in on this page. */
export const session = proxy<SessionState>(read());

function read(): SessionState {
  const token = localStorage.getItem(TOKEN_KEY);
  const user = token ? readToken(token) : undefined;
  if (token && user) return { token, user };
  // Rows of a list, which nobody may read without a session.
  localStorage.removeItem(LAST_SCREEN_KEY);
  return {};
}

let isFreshSignIn = false;

/** Stores a token; an empty one removes it (docs/specification.md 4). */
export function setToken(token: string): void {
  if (token === '') localStorage.removeItem(TOKEN_KEY);
  else {
    localStorage.setItem(TOKEN_KEY, token);
    noteContact(Date.now());
    isFreshSignIn = true;
  }
  follow();
}

/** Whether the user signed in on this page just now. True once per sign-in. */
export function takeFreshSignIn(): boolean {
  const was = isFreshSignIn;
  isFreshSignIn = false;
  return was;
}

/** Takes over what local storage says now. */
function follow(): void {
  const { token, user } = read();
  if (token && user) Object.assign(session, { token, user });
  else {
    delete session.token;
    delete session.user;
  }
}

/** Other tabs sign in and out too: follows them at once. Returns the undo. */
export function followOtherTabs(): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === TOKEN_KEY || key === null) follow();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

/** The identity under which this page stores data and work. */
export function actorOf({ sub, idNgo, organizer }: User): Reader {
  const host = config.apiHost === '' ? location.origin : config.apiHost;
  return { host, sub, idNgo, organizer };
}
