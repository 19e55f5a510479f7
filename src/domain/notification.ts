/** A sent notification, as the history tells it (docs/specification.md 3). */
export interface Notification {
  id: number;
  title: string;
  body: string;
  channel: string;
  senderAccount?: string | undefined;
  senderNgoName?: string | undefined;
  sentObserverIds: number[];
  /** Epoch ms; absent when the server does not know. */
  insertedAt?: number | undefined;
}

/** What the compose form submits. */
export interface NotificationInput {
  title: string;
  message: string;
  /** Observer ids, each once. Absent: to all. */
  recipients?: number[] | undefined;
  /** How many people were counted when it was confirmed. */
  recipientCount: number;
}

/** What the server's history tells about a message whose reply was lost. */
export interface Fate {
  /**
   * Number of rows that may be this message and are new since it was sent.
   * Absent when the history, now or from before the sending, could not be read.
   */
  shown?: number | undefined;
  /**
   * Number of our requests that such a row may belong to, this one included.
   */
  sent: number;
}

/**
 * Within this time, in ms, the same message to the same people is a repetition.
 */
export const REPEATED_WITHIN_MS = 24 * 60 * 60_000;

/** A notification that was enqueued or sent before. */
export interface EarlierNotification {
  title: string;
  message: string;
  /** Absent: to all. */
  recipients?: readonly number[] | undefined;
  /** How many it went to. */
  recipientCount: number;
  /** Epoch ms. */
  at: number;
  /** False while it waits on this device. */
  isSent: boolean;
}

/** The earlier notification that a new one repeats. */
export interface Repeated {
  /** Epoch ms. */
  at: number;
  isSent: boolean;
  /** How many people would get it again. */
  again: number;
}

/**
 * The newest earlier notification with this title and message that went, or is
 * to go, to some of the same people within the 24 hours before `now` (epoch
 * ms).
 */
export function findRepeated(
  input: NotificationInput,
  earlier: readonly EarlierNotification[],
  now: number,
): Repeated | undefined {
  const repeated = earlier.flatMap((one) => {
    const isSame =
      one.title === input.title &&
      one.message === input.message &&
      one.at > now - REPEATED_WITHIN_MS;
    const again = isSame ? countShared(input, one) : 0;
    return again > 0 ? [{ at: one.at, isSent: one.isSent, again }] : [];
  });
  return repeated.sort((a, b) => b.at - a.at)[0];
}

function countShared(
  input: NotificationInput,
  earlier: EarlierNotification,
): number {
  if (!input.recipients) return earlier.recipientCount;
  if (!earlier.recipients) return input.recipientCount;
  const before = new Set(earlier.recipients);
  return input.recipients.filter((id) => before.has(id)).length;
}

/**
 * Ids of the history, newest first. `dated` are in the order of their dates,
 * newest first. Ids grow with time, so `undated` ids are placed among them by
 * number.
 */
export function historyOrder(
  dated: readonly number[],
  undated: readonly number[],
): number[] {
  const others = undated.toSorted((a, b) => b - a);
  let next = 0;
  const ordered = dated.flatMap((id) => {
    const from = next;
    while ((others[next] ?? -Infinity) > id) next += 1;
    return [...others.slice(from, next), id];
  });
  return [...ordered, ...others.slice(next)];
}

/**
 * The recipients in the address of the page, a JSON array of numbers
 * (docs/specification.md 5). Undefined for any other text.
 */
export function readRecipients(text: string): number[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (!Array.isArray(parsed)) return undefined;
    const ids = parsed.filter((each) => Number.isInteger(each));
    return ids.length === parsed.length ? [...new Set(ids)] : undefined;
  } catch {
    // Not JSON. The specification treats this as no filter.
    return undefined;
  }
}
