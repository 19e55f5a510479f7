import { toCsvDate, type CsvCell } from '../../files/write-csv';
import type { ExportedAnswer } from './answers';
import type { ExportedNote } from './notes';

/**
 * The columns of the answers download, in the order of docs/api-contract.md
 * 4.5.
 */
export const ANSWER_COLUMNS = [
  'ObserverPhone',
  'IdNgo',
  'FormCode',
  'QuestionText',
  'OptionText',
  'AnswerFreeText',
  'LastModified',
  'CountyCode',
  'PollingStationNumber',
  'HasNotes',
  'NumberOfNotes',
  'HasAttachments',
  'NumberOfAttachments',
];

/**
 * The columns of the notes download, in the order of docs/api-contract.md 4.5.
 */
export const NOTE_COLUMNS = [
  'ObserverPhone',
  'IdNgo',
  'FormCode',
  'QuestionText',
  'OptionText',
  'AnswerFreeText',
  'NoteText',
  'NoteAttachmentPath',
  'LastModified',
  'CountyCode',
  'PollingStationNumber',
];

/** One ticked option as a row of `ANSWER_COLUMNS`. */
export function toAnswerRow(
  row: ExportedAnswer,
): (string | number | boolean)[] {
  return [
    row.observerPhone,
    row.ngoId,
    row.formCode,
    row.questionText,
    row.optionText,
    row.value ?? '',
    toCsvDate(row.lastModified),
    row.countyCode,
    row.pollingStationNumber,
    row.notes > 0,
    row.notes,
    row.attachments > 0,
    row.attachments,
  ];
}

/**
 * One note as a row of `NOTE_COLUMNS`. `linkOf` gives the address of a file;
 * several files, and several ticked options, share their cell.
 */
export function toNoteRow(
  row: ExportedNote,
  linkOf: (file: ExportedNote['files'][number]) => string,
): CsvCell[] {
  return [
    row.observerPhone,
    row.ngoId,
    row.formCode,
    row.questionText,
    row.answers.map(({ text }) => text).join(', '),
    row.answers.flatMap(({ value }) => value || []).join(', '),
    row.text,
    row.files.map(linkOf).join(' '),
    toCsvDate(row.lastModified),
    row.countyCode,
    row.pollingStationNumber,
  ];
}
