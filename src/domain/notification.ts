/** A sent notification, as the history tells it (specification section 3). */
export interface Notification {
  id: number;
  title: string;
  body: string;
  channel: string;
  senderAccount?: string;
  senderNgoName?: string;
  sentObserverIds: number[];
  /** Epoch ms; absent when the host does not know. */
  insertedAt?: number;
}

/** What the compose form submits. */
export interface NotificationInput {
  title: string;
  message: string;
  /** Observer ids, each once. Absent: to all. */
  recipients?: number[];
  /** How many people were counted when it was confirmed. */
  recipientCount: number;
}

/**
 * The recipients named in the address of the page (specification section 5):
 * a JSON array of numbers.
 * @returns undefined when the text is anything else.
 */
export function readRecipients(text: string): number[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (!Array.isArray(parsed)) return undefined;
    const ids = parsed.filter((each) => Number.isInteger(each));
    return ids.length === parsed.length ? [...new Set(ids)] : undefined;
  } catch {
    // Not JSON: as the specification says, there is no such filter then.
    return undefined;
  }
}
