import { and, asc, eq, exists, gt } from 'drizzle-orm';

import { breathe } from '../../db/breathe';
import type { Db } from '../../db/database';
import {
  answer,
  county,
  form,
  formSection,
  municipality,
  ngo,
  observer,
  pollingStation,
  question,
  stationInfo,
} from '../../db/schema';
import type { Workbook, WorkbookCell } from '../../files/workbook';
import { groupBy } from '../../group-by';
import { largest } from '../../largest';
import { findFormContent, listForms } from '../forms';
import { exportAnswers, type ExportedAnswer } from './answers';
import { exportNotes, type ExportedNote } from './notes';
import { NO_FILTER } from './threads';

/** Spreadsheet programs take no longer names of sheets, nor these signs. */
const MAX_SHEET_NAME = 31;
const NOT_IN_SHEET_NAMES = /[\][:*?/\\']/g;
const ROWS_PER_BATCH = 2_000;

/**
 * Answers of NGOs that are not active are left out (docs/api-contract.md 4.5).
 */
const COUNTED = { ...NO_FILTER, onlyActive: true };

const FIXED_SHEETS = [
  'ngos',
  'observers',
  'provinces',
  'counties',
  'municipalities',
  'polling-stations',
  'forms',
  'polling-stations-observations',
  'notes',
];

type FormContent = NonNullable<Awaited<ReturnType<typeof findFormContent>>>;
type LinkOf = (file: ExportedNote['files'][number]) => string;

/**
 * Fills a workbook with all data, in the sheets of docs/api-contract.md 4.5:
 * people, places, published forms, station info, answers form by form, notes.
 * Reads in batches, so that the server answers other requests meanwhile.
 */
export async function fillWorkbook(
  db: Db,
  book: Workbook,
  linkOf: LinkOf,
): Promise<void> {
  await addPeople(db, book);
  await addPlaces(db, book);
  const forms = await readForms(db);
  addForms(book, forms);
  await addStationInfo(db, book);
  await addAnswers(db, book, forms);
  await addNotes(db, book, linkOf);
}

async function addPeople(db: Db, book: Workbook): Promise<void> {
  const ngos = await db.select().from(ngo).orderBy(asc(ngo.id));
  book.add('ngos', [
    ['Id', 'Name', 'Organizer'],
    ...ngos.map(({ id, name, organizer }) => [id, name, organizer]),
  ]);
  const observers = await db.select().from(observer).orderBy(asc(observer.id));
  book.add('observers', [
    ['Id', 'Phone', 'Name', 'NgoId', 'FromTeam', 'IsTestObserver'],
    // Servers store no teams any more, but the contract has the column.
    ...observers.map(({ id, phone, name, ngoId, isTestObserver }) => [
      id,
      phone,
      name,
      ngoId,
      false,
      isTestObserver,
    ]),
  ]);
}

async function addPlaces(db: Db, book: Workbook): Promise<void> {
  const counties = await db.select().from(county).orderBy(asc(county.order));
  const provinces = new Set(
    counties.flatMap(({ provinceCode }) => provinceCode ?? []),
  );
  book.add('provinces', [
    ['Id', 'Code', 'Name'],
    ...[...provinces].map((code, at) => [at + 1, code, code]),
  ]);
  book.add('counties', [
    ['Id', 'Code', 'ProvinceCode', 'Name', 'Diaspora'],
    ...counties.map((row) => [
      row.id,
      row.code,
      row.provinceCode,
      row.name,
      row.diaspora,
    ]),
  ]);
  const municipalities = await db
    .select({
      id: municipality.id,
      code: municipality.code,
      countyCode: county.code,
      name: municipality.name,
    })
    .from(municipality)
    .innerJoin(county, eq(county.id, municipality.countyId))
    .orderBy(asc(municipality.id));
  book.add('municipalities', [
    ['Id', 'Code', 'CountyCode', 'Name'],
    ...municipalities.map(({ id, code, countyCode, name }) => [
      id,
      code,
      countyCode,
      name,
    ]),
  ]);
  book.add('polling-stations', [
    ['Id', 'MunicipalityCode', 'Number', 'Address'],
  ]);
  let last = 0;
  for (;;) {
    await breathe();
    const stations = await db
      .select({
        id: pollingStation.id,
        code: municipality.code,
        number: pollingStation.number,
        address: pollingStation.address,
      })
      .from(pollingStation)
      .innerJoin(
        municipality,
        eq(municipality.id, pollingStation.municipalityId),
      )
      .where(gt(pollingStation.id, last))
      .orderBy(asc(pollingStation.id))
      .limit(ROWS_PER_BATCH);
    book.add(
      'polling-stations',
      stations.map(({ id, code, number, address }) => [
        id,
        code,
        number,
        address,
      ]),
    );
    if (stations.length < ROWS_PER_BATCH) return;
    last = stations.at(-1)?.id ?? 0;
  }
}

async function readForms(db: Db): Promise<FormContent[]> {
  const published = await listForms(db, { draft: false, diaspora: true });
  const contents: FormContent[] = [];
  for (const { id } of published) {
    const content = await findFormContent(db, id);
    if (content) contents.push(content);
  }
  return contents;
}

function addForms(book: Workbook, forms: FormContent[]): void {
  const rows = forms.flatMap(({ form: { code }, sections }) =>
    sections.flatMap((section) =>
      section.questions.map((asked) => [
        code,
        section.code,
        asked.code,
        asked.text,
        asked.questionType,
        ...asked.options.map(
          ({ text, isFreeText, flagged }) =>
            `${text}${isFreeText ? '$text' : ''}${flagged ? '$flagged' : ''}`,
        ),
      ]),
    ),
  );
  const fixed = [
    'FormCode',
    'FormSectionCode',
    'QuestionCode',
    'Question',
    'Type',
  ];
  const most = largest(rows, (row) => row.length - fixed.length);
  const options = Array.from({ length: most }, (_, at) => `Options-${at + 1}`);
  book.add('forms', [[...fixed, ...options], ...rows]);
}

async function addStationInfo(db: Db, book: Workbook): Promise<void> {
  const rows = await db
    .select({
      info: stationInfo,
      phone: observer.phone,
      name: observer.name,
      code: municipality.code,
      number: pollingStation.number,
    })
    .from(stationInfo)
    .innerJoin(observer, eq(observer.id, stationInfo.observerId))
    .innerJoin(
      pollingStation,
      eq(pollingStation.id, stationInfo.pollingStationId),
    )
    .innerJoin(municipality, eq(municipality.id, pollingStation.municipalityId))
    .where(eq(observer.isTestObserver, false))
    .orderBy(asc(stationInfo.observerId), asc(stationInfo.pollingStationId));
  book.add('polling-stations-observations', [
    [
      'Observer Id',
      'Observer Phone',
      'Observer Name',
      'Polling Station',
      'Last Modified (UTC)',
      'Observer Arrival Time (UTC)',
      'NumberOfVotersOnTheList',
      'NumberOfCommissionMembers',
      'NumberOfFemaleMembers',
      'MinPresentMembers',
      'ChairmanPresence',
      'SinglePollingStationOrCommission',
      'AdequatePollingStationSize',
    ],
    ...rows.map(({ info, phone, name, code, number }) => [
      info.observerId,
      phone,
      name,
      `${code}:${number}`,
      toText(info.lastModified),
      toText(info.observerArrivalTime),
      info.numberOfVotersOnTheList,
      info.numberOfCommissionMembers,
      info.numberOfFemaleMembers,
      info.minPresentMembers,
      info.chairmanPresence,
      info.singlePollingStationOrCommission,
      info.adequatePollingStationSize,
    ]),
  ]);
}

/** One sheet per published form with answers, one row per thread (4.5). */
async function addAnswers(
  db: Db,
  book: Workbook,
  forms: FormContent[],
): Promise<void> {
  const sheets = new Map<number, { name: string; questionIds: number[] }>();
  const names = new Set<string>(FIXED_SHEETS);
  for (const content of forms) {
    if (!(await hasAnswers(db, content.form.id))) continue;
    const questions = content.sections.flatMap((section) => section.questions);
    const name = sheetName(content.form.code, names);
    sheets.set(content.form.id, {
      name,
      questionIds: questions.map(({ id }) => id),
    });
    book.add(name, [
      [
        'Observer Id',
        'Observer Phone',
        'Observer Name',
        'FormCode',
        'Polling Station',
        'Last Modified (UTC)',
        ...questions.map(({ code }) => code),
      ],
    ]);
  }
  for await (const answers of exportAnswers(db, COUNTED)) {
    for (const [formId, filled] of groupBy(answers, (row) => row.formId)) {
      const sheet = sheets.get(formId);
      if (!sheet) continue;
      const threads = groupBy(
        filled,
        (row) => `${row.observerId} ${row.pollingStationId}`,
      );
      book.add(
        sheet.name,
        [...threads.values()].map((rows) =>
          toThreadRow(rows, sheet.questionIds),
        ),
      );
    }
  }
}

function toThreadRow(
  answers: ExportedAnswer[],
  questionIds: number[],
): WorkbookCell[] {
  const [first] = answers;
  if (!first) return [];
  const byQuestion = groupBy(answers, (row) => row.questionId);
  const newest = answers.reduce(
    (latest, { lastModified }) =>
      lastModified > latest ? lastModified : latest,
    first.lastModified,
  );
  return [
    first.observerId,
    first.observerPhone,
    first.observerName,
    first.formCode,
    `${first.municipalityCode}:${first.pollingStationNumber}`,
    toText(newest),
    ...questionIds.map((id) =>
      (byQuestion.get(id) ?? [])
        .map(({ optionText, value }) =>
          value ? `${optionText}<<${value}>>` : optionText,
        )
        .join(','),
    ),
  ];
}

async function hasAnswers(db: Db, formId: number): Promise<boolean> {
  const found = await db
    .select({ id: question.id })
    .from(question)
    .innerJoin(formSection, eq(formSection.id, question.sectionId))
    .innerJoin(form, eq(form.id, formSection.formId))
    .where(
      and(
        eq(form.id, formId),
        exists(
          db
            .select({ id: answer.questionId })
            .from(answer)
            .where(eq(answer.questionId, question.id)),
        ),
      ),
    )
    .limit(1);
  return found.length > 0;
}

async function addNotes(db: Db, book: Workbook, linkOf: LinkOf) {
  const notes: ExportedNote[] = [];
  for await (const batch of exportNotes(db, NO_FILTER)) notes.push(...batch);
  const most = largest(notes, ({ files }) => files.length);
  const files = Array.from({ length: most }, (_, at) => `Attachment-${at + 1}`);
  book.add('notes', [
    [
      'Observer Id',
      'Observer Phone',
      'Observer Name',
      'Polling Station',
      'Last Modified (UTC)',
      'Comment',
      ...files,
    ],
    ...notes.map((row) => [
      row.observerId,
      row.observerPhone,
      row.observerName,
      [
        row.municipalityCode,
        row.pollingStationNumber,
        row.formCode,
        row.questionCode,
      ]
        .filter((part) => part !== null)
        .join(':'),
      toText(row.lastModified),
      row.text,
      ...row.files.map((file) => ({ link: linkOf(file) })),
    ]),
  ]);
}

/** The form's code, shortened and cleaned to be a valid sheet name. */
function sheetName(code: string, taken: Set<string>): string {
  const wanted = code.replace(NOT_IN_SHEET_NAMES, '-').trim() || 'form';
  for (let at = 1; ; at += 1) {
    const more = at === 1 ? '' : ` ${at}`;
    const name = `${wanted.slice(0, MAX_SHEET_NAME - more.length)}${more}`;
    // Spreadsheet programs ignore case in sheet names.
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}

/** `yyyy-MM-ddTHH:mm:ss` in UTC (docs/api-contract.md 4.5). */
function toText(date: Date | null): string | null {
  return date && date.toISOString().slice(0, 19);
}
