import { useEffect, useState } from 'react';

import { LAST_SCREEN_KEY, TOKEN_KEY } from '@/config';

/** A turn of the page, or a refresh, is not the moment to write. */
const WRITE_AFTER_MS = 1_000;
/** Local storage holds a few megabytes for everything. */
const MAX_LENGTH = 500_000;

/** Each chunk of a build is named after its content: another build has another address. */
const BUILD = import.meta.url;

interface Part {
  /** What was asked. */
  key: string;
  /** The result of that live read. */
  value: unknown;
}

/** The record in local storage. */
interface LastScreen {
  build: string;
  userKey: string;
  parts: Record<string, Part>;
}

let current: LastScreen | undefined;
/** Parts that were read on this page: what the start had of them is over. */
let read = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Takes over what this build showed this user last on this device; a record of
 * another user, server or build is deleted. It is drawn until the databases answer
 * (docs/decisions/0056-the-last-screen-is-drawn-first.md).
 */
export function openLastScreen(userKey: string): void {
  clearTimeout(timer);
  timer = undefined;
  read = new Set();
  const stored = readRecord();
  const isOurs = stored?.build === BUILD && stored.userKey === userKey;
  if (!isOurs) localStorage.removeItem(LAST_SCREEN_KEY);
  current = isOurs ? stored : { build: BUILD, userKey, parts: {} };
  document.addEventListener('visibilitychange', writeWhenHidden);
}

/** From now on nothing is noted; the record is deleted with the token (`session`). */
export function closeLastScreen(): void {
  clearTimeout(timer);
  timer = undefined;
  current = undefined;
  document.removeEventListener('visibilitychange', writeWhenHidden);
}

/**
 * What the last start showed of this part under this key, until `live` is read for
 * the first time; afterwards undefined. What is read is noted for the next start.
 * @param isComplete an incomplete result is not noted, and forgets the one before.
 */
export function useLastShown<T>(
  part: string,
  key: string,
  live: T | undefined,
  isComplete: (live: T) => boolean,
): T | undefined {
  const [last, setLast] = useState(() => takeLast<T>(part));
  if (last && live !== undefined) setLast(undefined);
  const isKept = live !== undefined && isComplete(live);
  useEffect(() => {
    if (live !== undefined)
      note(part, isKept ? { key, value: live } : undefined);
  }, [part, key, live, isKept]);
  return live === undefined && last?.key === key ? last.value : undefined;
}

/** Whether the last start left something of this part that is not drawn yet. */
export function hasLastShown(part: string): boolean {
  return takeLast(part) !== undefined;
}

/** The build that reads a part is the one that wrote it, so its shape is known. */
function takeLast<T>(part: string): { key: string; value: T } | undefined {
  const last = read.has(part) ? undefined : current?.parts[part];
  return isOf<T>(last) ? last : undefined;
}

function isOf<T>(part: Part | undefined): part is { key: string; value: T } {
  return part !== undefined;
}

function note(part: string, value: Part | undefined): void {
  if (!current) return;
  read.add(part);
  if (value) current.parts[part] = value;
  else delete current.parts[part];
  timer ??= setTimeout(write, WRITE_AFTER_MS);
}

function writeWhenHidden(): void {
  if (timer !== undefined && document.visibilityState === 'hidden') write();
}

function write(): void {
  clearTimeout(timer);
  timer = undefined;
  // Another tab may have signed out, and this one not have heard of it yet.
  if (!current || localStorage.getItem(TOKEN_KEY) === null) return;
  const text = JSON.stringify(current);
  try {
    if (text.length > MAX_LENGTH) localStorage.removeItem(LAST_SCREEN_KEY);
    else localStorage.setItem(LAST_SCREEN_KEY, text);
  } catch {
    // No room: the next start waits for the databases.
    localStorage.removeItem(LAST_SCREEN_KEY);
  }
}

function readRecord(): LastScreen | undefined {
  try {
    const stored: unknown = JSON.parse(
      localStorage.getItem(LAST_SCREEN_KEY) ?? 'null',
    );
    return isLastScreen(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

function isLastScreen(value: unknown): value is LastScreen {
  return (
    typeof value === 'object' &&
    value !== null &&
    'build' in value &&
    'userKey' in value &&
    'parts' in value &&
    typeof value.parts === 'object' &&
    value.parts !== null
  );
}
