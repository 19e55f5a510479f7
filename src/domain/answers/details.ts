import type { Answer, AnswerExtra } from './answer';
import type { Note } from './note';
import type { ThreadPair } from './thread';

/** What an observer sent of a station, besides being there. A part may be unknown. */
export interface DetailParts {
  answers?: Answer[] | undefined;
  /** null: the server has none. */
  extra?: AnswerExtra | null | undefined;
  notes?: Note[] | undefined;
}

/** All parts of one thread, as the server had them at one moment. */
export interface ThreadDetails extends ThreadPair, Required<DetailParts> {
  /** Epoch ms of the newest answer, flagged or not. */
  lastModified: number;
}
