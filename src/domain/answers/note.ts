import type { ThreadAnswers } from '@/domain/forms/form';
import { findQuestion, isQuestionFlagged } from '@/domain/forms/form';
import type { FormBody, FormMeta, Question } from '@/domain/forms/form';

/**
 * A note of an observer at a station. The server gives it no id and no date
 * (docs/api-contract.md 4.3).
 */
export interface Note {
  /** Absent when the observer wrote nothing. */
  text?: string | undefined;
  /** Absent for a note on the station itself. */
  questionId?: number | undefined;
  /** Absent for a note on the station itself. */
  formId?: number | undefined;
  countyCode?: string | undefined;
  attachments: Attachment[];
}

export interface Attachment {
  /** Where to load it now; signed addresses expire and change on every read. */
  src: string;
  /** The address without its signature: the attachment's identity. */
  path: string;
  type: AttachmentType;
}

type AttachmentType = 'image' | 'video' | 'audio' | 'other';

const endings: Record<Exclude<AttachmentType, 'other'>, RegExp> = {
  image: /\.(jpe?g|png|gif|webp)$/i,
  video: /\.(mp4|webm|mov|m4v|3gp)$/i,
  audio: /\.(mp3|wav|ogg|m4a|aac|amr)$/i,
};

/**
 * An attachment from its address. The ending is read before the "?" because
 * addresses may be signed (docs/specification.md 2, docs/api-contract.md 6.7).
 */
export function attachmentFrom(src: string): Attachment {
  const path = src.split(/[?#]/)[0] ?? src;
  for (const type of ['image', 'video', 'audio'] as const) {
    if (endings[type].test(path)) return { src, path, type };
  }
  return { src, path, type: 'other' };
}

/**
 * Where to load an attachment; some servers give relative paths
 * (docs/api-contract.md 4.3). Undefined when the address is not http(s): an
 * observer's app chose it, and only web addresses are followed.
 * @param server origin that a relative path belongs to.
 */
export function webAddress(src: string, server: string): URL | undefined {
  if (src === '') return undefined;
  try {
    const address = new URL(src, server);
    return /^https?:$/.test(address.protocol) ? address : undefined;
  } catch {
    // No address at all: there is nothing to follow.
    return undefined;
  }
}

/** A note with what its form says about it (docs/specification.md 4). */
export interface JoinedNote extends Note {
  /** Description of the form, the title of the note's tab. */
  tabName?: string | undefined;
  questionCode?: string | undefined;
  isQuestionFlagged: boolean;
  hasCorrespondingQuestion: boolean;
}

/**
 * Ties notes to their questions. A note whose form is not cached yet stays in the
 * list without a question, so that nothing that was reported is hidden.
 */
export function joinNotes(
  notes: readonly Note[],
  forms: readonly FormMeta[],
  bodies: readonly FormBody[],
  answers: ThreadAnswers,
): JoinedNote[] {
  return notes.map((note) => {
    const body = bodies.find((each) => each.id === note.formId);
    const question: Question | undefined =
      body && note.questionId !== undefined
        ? findQuestion(body, note.questionId)
        : undefined;
    if (!question) {
      return {
        ...note,
        isQuestionFlagged: false,
        hasCorrespondingQuestion: false,
      };
    }
    const tabName = forms.find((form) => form.id === note.formId)?.description;
    return {
      ...note,
      tabName,
      questionCode: question.code,
      isQuestionFlagged: isQuestionFlagged(question, answers),
      hasCorrespondingQuestion: true,
    };
  });
}

/**
 * The text to show at first: longer than `limit` characters it is cut to its
 * first `cut` characters and three dots (docs/specification.md 5: 185 and 186).
 */
export function cutNote(
  text: string,
  limit: number,
  cut: number,
): { text: string; isCut: boolean } {
  // Characters, not code units: half an emoji would show as a broken sign.
  const characters = [...text];
  return characters.length > limit
    ? { text: `${characters.slice(0, cut).join('')}...`, isCut: true }
    : { text, isCut: false };
}
