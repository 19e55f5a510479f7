import type { DetailParts } from '@/domain/answers/details';
import type { Attachment } from '@/domain/answers/note';
import type { Thread, ThreadPair } from '@/domain/answers/thread';
import type { FormBody, FormMeta } from '@/domain/forms/form';
import type { KnownMark } from '@/domain/triage/shared';

/** One thread as this device has it; a part that never arrived is absent. */
export interface EvidenceThread extends ThreadPair, DetailParts {
  key: string;
  /** As the lists have it; absent: none of them has it, as when it was deleted. */
  thread?: Thread | undefined;
  /** Epoch ms at which the details were last known to be right. */
  readAt?: number | undefined;
  /** The thread changed after its details were read. */
  isOlder: boolean;
  /** Newest first. */
  decisions: readonly KnownMark[];
}

/** A thread for the tables of analysts: with where its station is. */
export interface AnalysisThread extends EvidenceThread {
  /** Code of its county; '' where nobody can tell. */
  county: string;
  /** Absent where nobody can tell. */
  stationNumber?: number | undefined;
}

/** Why a file is not in the archive. */
export type FileReason =
  /** The server, or the store of its files, did not answer. */
  | 'away'
  /** The server gives no such file, or not to this account. */
  | 'refused'
  /** It has no byte, or is too large to be taken in. */
  | 'unusable'
  /** Its address is none of the web. */
  | 'noAddress'
  /** The archive cannot grow any more. */
  | 'archiveFull';

/**
 * An attachment that was asked for. received: as the server has it. reduced: the smaller
 * copy that this device keeps of some pictures.
 */
export type LoadedFile =
  | {
      is: 'received' | 'reduced';
      bytes: ArrayBuffer;
      /** Media type, as the server says; '' when it does not. */
      mediaType: string;
      /** Epoch ms at which it came; absent for a kept copy. */
      at?: number | undefined;
    }
  | { is: 'missing'; reason: FileReason };

/** A file of the archive. */
export interface FileSum {
  path: string;
  /** In bytes. */
  size: number;
  /** In hexadecimal digits. */
  sha256: string;
}

/** What became of an attachment of a note. */
export interface EvidenceAttachment extends Pick<Attachment, 'path' | 'type'> {
  is: LoadedFile['is'];
  /** Absent when it is missing. */
  file?: FileSum | undefined;
  mediaType?: string | undefined;
  /** Epoch ms. */
  at?: number | undefined;
  /** Why it is missing. */
  reason?: FileReason | undefined;
}

/** What an evidence file lacks, in general or of one thread. */
export interface MissingPart {
  what:
    | /** Threads of the list that the server has and this device does not. */ 'reports'
    | /** Threads of which nobody knows here whether they fit the filter. */ 'unchecked'
    | /** A thread that is gone. */ 'report'
    | 'answers'
    | 'notes'
    | 'stationInfo'
    | /** What changed since the details were read. */ 'newerChanges'
    | /** The questions of a form. */ 'form'
    | 'file';
  /** Key of the thread. */
  thread?: string | undefined;
  /** Its id. */
  form?: number | undefined;
  /** How many, of `reports` and `unchecked`. */
  count?: number | undefined;
  /** Of a file, without its signature. */
  address?: string | undefined;
  reason?: FileReason | undefined;
}

/** Where an evidence file comes from. */
export interface EvidenceOrigin {
  /** Origin of the API server. */
  server: string;
  account: string;
  /** Id of the account's organisation. */
  idNgo: number;
  appVersion: string;
  /** IANA name of the zone in which the report shows times. */
  timeZone: string;
  /** Epoch ms by this device's clock. */
  madeAt: number;
  /** The server's clock minus this device's, in ms; absent where it tells no time. */
  clockOffset?: number | undefined;
  /** Epoch ms at which the list of threads was last known to be right. */
  listAsOf?: number | undefined;
  /** In words: which threads were chosen, and how. */
  chosen: string;
}

/** The published forms, as they are on this device. */
export interface EvidenceForms {
  forms: readonly FormMeta[];
  bodies: readonly FormBody[];
}

/** Parts of one thread that are not here, in the order of the report. */
export function missingOf(thread: EvidenceThread): MissingPart[] {
  const { key } = thread;
  if (!thread.thread && !thread.answers && !thread.notes) {
    return [{ what: 'report', thread: key }];
  }
  const parts: MissingPart['what'][] = [
    ...(thread.answers ? [] : (['answers'] as const)),
    ...(thread.notes ? [] : (['notes'] as const)),
    ...(thread.extra === undefined ? (['stationInfo'] as const) : []),
    ...(thread.isOlder ? (['newerChanges'] as const) : []),
  ];
  return parts.map((what) => ({ what, thread: key }));
}

/** Whether all of a thread is here, as of its last change. */
export function isWhole(thread: EvidenceThread): boolean {
  return missingOf(thread).length === 0;
}

/** Forms whose questions are not here: their answers have no words of the form. */
export function missingForms({ forms, bodies }: EvidenceForms): MissingPart[] {
  return forms
    .filter(({ id }) => !bodies.some((body) => body.id === id))
    .map(({ id }) => ({ what: 'form', form: id }));
}

/** ISO 8601 in UTC; null for none, and for a number that is no moment. */
export function isoOf(at: number | undefined): string | null {
  const date = new Date(at ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
