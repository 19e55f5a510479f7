import type { AnswerExtra } from '@/domain/answers/answer';
import type { FormBody, FormMeta, Question } from '@/domain/forms/form';
import { findQuestion, isFlagged } from '@/domain/forms/form';

import type {
  EvidenceAttachment,
  EvidenceForms,
  EvidenceOrigin,
  EvidenceThread,
  FileSum,
  MissingPart,
} from './evidence';
import { isoOf } from './evidence';

/** Of all JSON files of the archive; grows when one of their fields changes its meaning. */
const FORMAT_VERSION = 1;

/** Beside the attachments; in this order, as each says what those before it are. */
export const TEXT_FILES = {
  report: 'report.html',
  answers: 'answers.json',
  notes: 'notes.json',
  manifest: 'manifest.json',
  sums: 'SHA256SUMS',
} as const;

/** How `answers.json` and `notes.json` begin and end: their threads stand between, one a line. */
export function listFrame(what: 'answers' | 'notes'): [string, string] {
  const head = { format: `election-evidence-${what}`, version: FORMAT_VERSION };
  return [`${JSON.stringify(head).slice(0, -1)},"threads":[\n`, '\n]}\n'];
}

/**
 * One thread of `answers.json`. Texts of options are those that came with the answer;
 * question and form are null where the forms on this device do not have them (any more).
 */
export function answersJson(thread: EvidenceThread, forms: EvidenceForms) {
  const { answers, extra, decisions } = thread;
  return {
    ...identity(thread),
    lastModified: isoOf(thread.thread?.lastModified),
    stationInfo: extra ? extraJson(extra) : null,
    answers:
      answers?.map(({ questionId, options }) => {
        const found = findIn(forms, questionId);
        return {
          questionId,
          form: found ? formJson(found.form, found.body) : null,
          code: found?.question.code ?? null,
          text: found?.question.text ?? null,
          options: options.map((option) => ({
            optionId: option.optionId,
            text: option.text,
            value: option.value ?? null,
            flagged: isOptionFlagged(option, found?.question),
          })),
        };
      }) ?? null,
    decisions: decisions.map((mark) => ({
      state: mark.state,
      note: mark.note,
      setBy: mark.setBy,
      setAt: isoOf(mark.setAt),
      isOnServer: mark.isShared,
    })),
  };
}

/**
 * One thread of `notes.json`, notes in the server's order: they have no id and no date.
 * @param attachments of each note.
 */
export function notesJson(
  thread: EvidenceThread,
  attachments: readonly (readonly EvidenceAttachment[])[],
  forms: EvidenceForms,
) {
  return {
    ...identity(thread),
    notes:
      thread.notes?.map((note, at) => ({
        number: at + 1,
        text: note.text ?? null,
        formId: note.formId ?? null,
        questionId: note.questionId ?? null,
        questionCode:
          note.questionId === undefined
            ? null
            : (findIn(forms, note.questionId)?.question.code ?? null),
        countyCode: note.countyCode ?? null,
        attachments: (attachments[at] ?? []).map(attachmentJson),
      })) ?? null,
  };
}

/** What `manifest.json` is made from. */
export interface ManifestInput {
  origin: EvidenceOrigin;
  forms: EvidenceForms;
  threads: readonly ThreadSummary[];
  /** All of the archive but the manifest and `SHA256SUMS`. */
  files: readonly FileSum[];
  attachments: readonly EvidenceAttachment[];
  missing: readonly MissingPart[];
}

/** What the manifest says of a thread. */
interface ThreadSummary {
  key: string;
  station: string | null;
  /** ISO; null: the details were never read. */
  readAt: string | null;
}

export function summaryOf(thread: EvidenceThread): ThreadSummary {
  return {
    key: thread.key,
    station: thread.thread?.pollingStationName ?? null,
    readAt: isoOf(thread.readAt),
  };
}

/** Where the file is from, what it has, with sums, and what it lacks. */
export function manifestJson(input: ManifestInput) {
  const { origin, forms, files, attachments } = input;
  const byPath = new Map(attachments.map((each) => [each.file?.path, each]));
  return {
    format: 'election-evidence',
    version: FORMAT_VERSION,
    server: origin.server,
    account: origin.account,
    organisationId: origin.idNgo,
    appVersion: origin.appVersion,
    madeAt: isoOf(origin.madeAt),
    timeZone: origin.timeZone,
    serverClockMinusDeviceClockMs: origin.clockOffset ?? null,
    listAsOf: isoOf(origin.listAsOf),
    chosen: origin.chosen,
    forms: forms.forms.map((form) =>
      formJson(
        form,
        forms.bodies.find(({ id }) => id === form.id),
      ),
    ),
    threads: input.threads,
    files: files.map((file) => {
      const attachment = byPath.get(file.path);
      return attachment ? { ...file, ...sourceJson(attachment) } : file;
    }),
    missing: input.missing,
  };
}

/** The lines that `sha256sum -c` reads. Paths have neither a line break nor a backslash. */
export function sumLines(files: readonly FileSum[]): string {
  return files.map(({ sha256, path }) => `${sha256}  ${path}\n`).join('');
}

/** The published form that has a question; undefined where none of those here does. */
export function findIn(
  { forms, bodies }: EvidenceForms,
  questionId: number,
): { form: FormMeta; body: FormBody; question: Question } | undefined {
  for (const body of bodies) {
    const question = findQuestion(body, questionId);
    const form = forms.find(({ id }) => id === body.id);
    if (question && form) return { form, body, question };
  }
  return undefined;
}

/** By the answer itself, or by the form, see `isFlagged`. */
export function isOptionFlagged(
  chosen: { optionId: number; flagged: boolean },
  question: Question | undefined,
): boolean {
  const option = question?.options.find(({ id }) => id === chosen.optionId);
  return option ? isFlagged(option, chosen) : chosen.flagged;
}

function identity({
  key,
  observerId,
  pollingStationId,
  ...of
}: EvidenceThread) {
  return {
    key,
    observerId,
    pollingStationId,
    pollingStationName: of.thread?.pollingStationName ?? null,
    observerName: of.thread?.observerName ?? null,
    observerPhone: of.thread?.observerPhone ?? null,
    readAt: isoOf(of.readAt),
    changedSinceRead: of.isOlder,
  };
}

function formJson(form: FormMeta, body: FormBody | undefined) {
  return {
    id: form.id,
    code: form.code,
    description: form.description,
    /** Of the server's list, and of the questions here: they differ until these are read anew. */
    version: form.currentVersion,
    questionsOfVersion: body?.version ?? null,
  };
}

function extraJson(extra: AnswerExtra) {
  return {
    ...extra,
    lastModified: isoOf(extra.lastModified),
    observerArrivalTime: isoOf(extra.observerArrivalTime),
    observerLeaveTime: isoOf(extra.observerLeaveTime),
  };
}

function attachmentJson(attachment: EvidenceAttachment) {
  const { file, type } = attachment;
  return { type, ...(file ?? { path: null }), ...sourceJson(attachment) };
}

function sourceJson({ is, path, at, mediaType, reason }: EvidenceAttachment) {
  return {
    content: is,
    reason,
    address: path,
    mediaType,
    receivedAt: isoOf(at),
  };
}
