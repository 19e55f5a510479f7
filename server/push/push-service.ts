/** One message, the same for all phones it goes to. */
export interface PushMessage {
  /** As the sender named it: `Firebase` for all known clients. */
  channel: string;
  title: string;
  body: string;
}

/**
 * How messages reach phones. `send` takes the registration tokens of the
 * phones and gives how many messages the service accepted; it never rejects,
 * because a message is sent after its history is stored (docs/api-contract.md
 * 4.6).
 */
export interface PushService {
  send: (message: PushMessage, tokens: string[]) => Promise<number>;
}
