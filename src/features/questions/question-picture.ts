import type { TFunction } from 'i18next';

import type { Question } from '@/domain/forms/form';
import { datedName } from '@/ui/dated-name';
import { formatNumber } from '@/ui/format';
import { saveFile } from '@/ui/save-file';

import { formatPercent } from './format-percent';
import { agreeing, optionLines } from './option-lines';
import type { QuestionSide } from './question-table';
import { questionName } from './question-words';

interface Drawn {
  question: Question;
  sides: readonly QuestionSide[];
  /** From how many reports the figures are. */
  words: string;
  /** Its colours and letters are those of the picture. */
  from: Element;
  t: TFunction;
  locale: string;
}

/** In CSS pixels; the file has twice as many. */
const WIDTH = 900;
const MARGIN = 32;
const LINE = 24;
const BAR = 10;
const SCALE = 2;

/** Saves the bars of a question as a picture, for a report or a post. */
export async function saveQuestionPicture(drawn: Drawn): Promise<void> {
  const canvas = document.createElement('canvas');
  // The height is known once everything was laid out.
  const height = draw(canvas, drawn, 1);
  canvas.width = WIDTH * SCALE;
  canvas.height = height * SCALE;
  draw(canvas, drawn, SCALE);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (!blob) throw new Error('The browser made no picture');
  saveFile(blob, datedName(drawn.question.code, 'png'));
}

/** @returns the height that it takes, in CSS pixels. */
function draw(canvas: HTMLCanvasElement, drawn: Drawn, scale: number): number {
  const { question, sides, words, from, t, locale } = drawn;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser draws nothing');
  const style = getComputedStyle(from);
  const colour = (name: string) => resolved(from, `var(--${name})`);
  const ink = style.color;
  const muted = colour('text-muted');
  const family = style.fontFamily;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.fillStyle = colour('surface');
  context.fillRect(0, 0, canvas.width, canvas.height);
  let y = MARGIN;

  const write = (text: string, font: string, fill: string) => {
    context.font = `${font} ${family}`;
    context.fillStyle = fill;
    for (const line of linesOf(context, text, WIDTH - 2 * MARGIN)) {
      y += LINE;
      context.fillText(line, MARGIN, y);
    }
  };

  write(questionName(question), '600 18px', ink);
  for (const { name, figures } of sides) {
    y += LINE / 2;
    write(name, '600 15px', ink);
    for (const line of optionLines(question, figures)) {
      const { option, share = 0, stations } = line;
      const percent =
        line.share === undefined ? '–' : formatPercent(line.share, locale);
      write(
        `${option?.text ?? t('questions.lostOption')}: ${percent} (${formatNumber(stations, locale)})`,
        '14px',
        ink,
      );
      y += BAR / 2;
      const width = WIDTH - 2 * MARGIN;
      context.fillStyle = colour('figure-track');
      context.fillRect(MARGIN, y, width, BAR);
      context.fillStyle = colour(option?.flagged ? 'figure-1' : 'figure-2');
      context.fillRect(MARGIN, y, width * share, BAR);
      y += BAR;
    }
    write(
      t('questions.pictureNote', {
        size: formatNumber(agreeing(figures), locale),
        contradicting: formatNumber(figures.contradicting, locale),
      }),
      '13px',
      muted,
    );
  }
  y += LINE / 2;
  write(words, '13px', muted);
  return y + MARGIN;
}

/** A colour as the browser works it out; a canvas knows no variables. */
function resolved(from: Element, value: string): string {
  const probe = document.createElement('span');
  probe.style.color = value;
  from.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** A text in lines that are no wider than that; a longer word stands alone. */
function linesOf(
  context: CanvasRenderingContext2D,
  text: string,
  width: number,
): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && context.measureText(longer).width > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}
