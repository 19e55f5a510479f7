import type { Thread, ThreadList } from './thread';

/** The top of a list as the server answered it on a first visit, before it is cached. */
export interface FirstHead {
  list: ThreadList;
  /** In the server's order. */
  threads: readonly Thread[];
  /** Threads of the whole list. */
  total: number;
  /** Epoch ms at which it was asked for. */
  asOf: number;
}
