import type { AnswerExtra, ChosenOption } from '@/domain/answers/answer';

import { findIn, isOptionFlagged } from './contents';
import type {
  EvidenceAttachment,
  EvidenceForms,
  EvidenceOrigin,
  EvidenceThread,
  MissingPart,
} from './evidence';
import { missingOf } from './evidence';
import type { Markup } from './markup';
import { markup, said } from './markup';
import { REPORT_STYLE_TAG } from './report-style';
import type { ReportWords } from './report-words';

/** What each part of the report is written with. */
export interface ReportContext {
  words: ReportWords;
  /** BCP 47 tag. */
  locale: string;
  origin: EvidenceOrigin;
  forms: EvidenceForms;
}

/** What the first page counts. */
export interface ReportCounts {
  threads: number;
  received: number;
  reduced: number;
  missing: readonly MissingPart[];
}

/**
 * The report up to its first thread: where it is from, what it has and lacks, how it is
 * checked. It has no script and loads nothing but the pictures beside it.
 */
export function reportHead(
  context: ReportContext,
  counts: ReportCounts,
): string {
  const { words, locale, origin } = context;
  const { missing } = counts;
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file: blob:";
  const missingFiles = missing.filter(({ what }) => what === 'file').length;
  const style: Markup = { html: REPORT_STYLE_TAG };
  const { html } = markup`<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title}</title>
${style}
</head>
<body>
<h1>${words.title}</h1>
<dl>
${fact(words.chosen, said(origin.chosen))}
${fact(words.madeAt, momentText(origin.madeAt, context))}
${fact(words.timeZone, origin.timeZone)}
${fact(words.server, said(origin.server))}
${fact(words.account, said(`${origin.account} (${origin.idNgo})`))}
${fact(words.appVersion, origin.appVersion)}
${fact(words.listAsOf, momentText(origin.listAsOf, context))}
${fact(words.threads, counts.threads)}
${fact(words.received, counts.received)}
${fact(words.reduced, counts.reduced)}
${fact(words.missingFiles, missingFiles)}
</dl>
<h2>${words.missing}</h2>
${missingCounts(missing, words)}
<h2>${words.check}</h2>
<p>${words.checkHow}</p>
<p class="sum">sha256sum -c SHA256SUMS</p>
`;
  return `<!doctype html>\n${html}`;
}

/** Behind the last thread. */
export const REPORT_END = '</body>\n</html>\n';

/**
 * The section of one thread.
 * @param number of the thread in the file, from 1.
 * @param attachments of each note, in the order of the notes.
 */
export function reportThread(
  context: ReportContext,
  thread: EvidenceThread,
  number: number,
  attachments: readonly (readonly EvidenceAttachment[])[],
): string {
  const { words } = context;
  const { thread: row, observerId, pollingStationId } = thread;
  const missing = missingOf(thread).map(
    ({ what }) => words[MISSING_WORDS[what]],
  );
  return markup`<section>
<h2>${words.report} ${number}: ${said(row?.pollingStationName ?? String(pollingStationId))}</h2>
<dl>
${fact(words.observer, said(row?.observerName ?? String(observerId)))}
${fact(words.phone, said(row?.observerPhone ?? words.unknown))}
${fact(words.lastModified, momentText(row?.lastModified, context))}
${fact(words.readAt, momentText(thread.readAt, context, words.never))}
</dl>
${missing.length === 0 ? '' : missingLines(missing, words)}
${stationInfo(thread.extra, context)}
${decisionList(thread, context)}
${answerTables(thread, context)}
${noteList(thread, attachments, context)}
</section>
`.html;
}

function fact(name: string, value: string | number | Markup): Markup {
  return markup`<dt>${name}</dt><dd>${value}</dd>`;
}

function stationInfo(
  extra: AnswerExtra | null | undefined,
  context: ReportContext,
): Markup {
  const { words } = context;
  const title = markup`<h3>${words.station}</h3>`;
  if (!extra) {
    return extra === null
      ? markup`${title}<p>${words.noStationInfo}</p>`
      : markup``;
  }
  const ticks = (
    [
      'urbanArea',
      'isPollingStationPresidentFemale',
      'chairmanPresence',
      'singlePollingStationOrCommission',
      'adequatePollingStationSize',
    ] as const
  ).flatMap((name) => {
    const value = extra[name];
    if (value === undefined) return [];
    const word =
      value === null ? words.notAnswered : value ? words.yes : words.no;
    return [fact(words[name], word)];
  });
  const figures = (
    [
      'numberOfVotersOnTheList',
      'numberOfCommissionMembers',
      'numberOfFemaleMembers',
      'minPresentMembers',
    ] as const
  ).flatMap((name) => {
    const value = extra[name];
    return value === undefined ? [] : [fact(words[name], value)];
  });
  return markup`${title}<dl>
${fact(words.arrival, momentText(extra.observerArrivalTime, context))}
${fact(words.departure, momentText(extra.observerLeaveTime, context))}
${ticks}${figures}
</dl>`;
}

function decisionList(
  { decisions }: EvidenceThread,
  context: ReportContext,
): Markup {
  const { words } = context;
  if (decisions.length === 0) return markup``;
  const items = decisions.map((mark) => {
    const parts = [
      words[mark.state],
      momentText(mark.setAt, context),
      ...(mark.isShared ? [] : [words.onDeviceOnly]),
    ];
    const note = mark.note === '' ? markup`` : markup`: ${said(mark.note)}`;
    return markup`<li>${parts.join(', ')}, ${said(mark.setBy)}${note}</li>`;
  });
  return markup`<h3>${words.decisions}</h3><ul>${items}</ul>`;
}

function answerTables(
  { answers }: EvidenceThread,
  { words, forms }: ReportContext,
): Markup {
  if (!answers) return markup``;
  const placed = answers.map((answer) => ({
    answer,
    found: findIn(forms, answer.questionId),
  }));
  const tables = forms.forms.flatMap((form) => {
    const body = forms.bodies.find(({ id }) => id === form.id);
    const questions = body?.sections.flatMap((each) => each.questions) ?? [];
    const rows = questions.flatMap((question) =>
      placed
        .filter(({ found }) => found?.question === question)
        .map(({ answer }) => {
          const options = answer.options.map((option) =>
            optionText(option, isOptionFlagged(option, question), words),
          );
          return markup`<tr><td>${question.code}</td><td>${said(question.text)}</td><td>${options}</td></tr>`;
        }),
    );
    if (!body || rows.length === 0) return [];
    const note =
      body.version === form.currentVersion
        ? markup``
        : markup`<p class="lacks">${words.otherVersion}: ${form.currentVersion}</p>`;
    return [
      markup`<h3>${said(`${form.code} ${form.description}`)} (${words.version} ${body.version})</h3>${note}${table(rows, words)}`,
    ];
  });
  const strays = placed.filter(({ found }) => !found);
  const stray = strays.map(({ answer }) => {
    const options = answer.options.map((option) =>
      optionText(option, option.flagged, words),
    );
    return markup`<tr><td>-</td><td>${words.questionId} ${answer.questionId}</td><td>${options}</td></tr>`;
  });
  return markup`${
    answers.length === 0
      ? markup`<h3>${words.answers}</h3><p>${words.noAnswers}</p>`
      : tables
  }${
    strays.length === 0
      ? ''
      : markup`<h3>${words.strayAnswers}</h3>${table(stray, words)}`
  }`;
}

function table(rows: readonly Markup[], words: ReportWords): Markup {
  return markup`<table><thead><tr><th>${words.code}</th><th>${words.question}</th><th>${words.answer}</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function optionText(
  { text, value }: ChosenOption,
  isMarked: boolean,
  words: ReportWords,
): Markup {
  const chosen = said(value ? `${text}: ${value}` : text);
  return isMarked
    ? markup`<div class="flagged">${chosen} <small>${words.flagged}</small></div>`
    : markup`<div>${chosen}</div>`;
}

function noteList(
  { notes }: EvidenceThread,
  attachments: readonly (readonly EvidenceAttachment[])[],
  { words, forms }: ReportContext,
): Markup {
  if (!notes) return markup``;
  const items = notes.map(({ text, questionId }, at) => {
    const code =
      questionId === undefined
        ? words.onStation
        : (findIn(forms, questionId)?.question.code ??
          `${words.questionId} ${questionId}`);
    const files = (attachments[at] ?? []).map((each) =>
      attachmentFigure(each, words),
    );
    return markup`<div class="note"><h3>${words.note} ${at + 1} (${code})</h3><p>${said(text ?? '')}</p></div>${files}`;
  });
  return markup`<h3>${words.notes}</h3>${
    notes.length === 0 ? markup`<p>${words.noNotes}</p>` : items
  }`;
}

function attachmentFigure(
  { type, is, file, path, reason }: EvidenceAttachment,
  words: ReportWords,
): Markup {
  if (!file) {
    const why = reason === undefined ? '' : ` (${words[reason]})`;
    return markup`<p class="lacks">${words.fileMissing}${why}: ${said(path)}</p>`;
  }
  const content =
    type === 'image'
      ? markup`<img src="${file.path}" alt="${file.path}">`
      : type === 'other'
        ? markup``
        : markup`<a href="${file.path}">${file.path}</a>`;
  const copy = is === 'reduced' ? markup` ${words.reducedCopy}` : markup``;
  return markup`<figure>${content}<figcaption>${file.path}${copy}<div class="sum">SHA-256 ${file.sha256}</div></figcaption></figure>`;
}

const MISSING_WORDS = {
  reports: 'missingReports',
  unchecked: 'missingUnchecked',
  report: 'missingReport',
  answers: 'missingAnswers',
  notes: 'missingNotes',
  stationInfo: 'missingStationInfo',
  newerChanges: 'missingNewerChanges',
  form: 'missingForm',
  file: 'missingFile',
} as const satisfies Record<MissingPart['what'], keyof ReportWords>;

/** How much is missing of each kind; each section says which. */
function missingCounts(
  missing: readonly MissingPart[],
  words: ReportWords,
): Markup {
  const counts = new Map<string, number>();
  for (const { what, reason, count = 1 } of missing) {
    const why = reason === undefined ? '' : ` (${words[reason]})`;
    const name = words[MISSING_WORDS[what]] + why;
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  const lines = [...counts].map(([name, count]) => `${name}: ${count}`);
  return missingLines(lines, words);
}

function missingLines(lines: readonly string[], words: ReportWords): Markup {
  if (lines.length === 0) return markup`<p>${words.missingNothing}</p>`;
  return markup`<ul class="lacks">${lines.map((line) => markup`<li>${line}</li>`)}</ul>`;
}

/** Day, time and zone; the word for none where it is no moment. */
function momentText(
  at: number | undefined,
  { locale, origin, words }: ReportContext,
  none = words.unknown,
): string {
  const date = new Date(at ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return none;
  return new Intl.DateTimeFormat(locale, {
    timeZone: origin.timeZone,
    dateStyle: 'long',
    timeStyle: 'long',
    hourCycle: 'h23',
  }).format(date);
}
