import { render } from '@testing-library/react';
import { expect, it } from 'vitest';

import { Banner } from '@/ui/feedback/banner';
import { State } from '@/ui/feedback/state';
import { UpdatedAt } from '@/ui/feedback/updated-at';
import { Badge } from '@/ui/marks/badge';
import { Count } from '@/ui/marks/count';
import { Mark } from '@/ui/marks/mark';

/** What a translator does to a page: every text moves into an element of its own. */
function translate(page: Element): void {
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const font = document.createElement('font');
    font.textContent = text.textContent;
    text.parentNode?.replaceChild(font, text);
  }
}

it.each([
  ['mark', (word: string) => <Mark icon="check">{word}</Mark>],
  ['badge', (word: string) => <Badge icon="check">{word}</Badge>],
  ['count', (word: string) => <Count>{word}</Count>],
])('a %s says its new word in a page that was translated', (_name, draw) => {
  const { container, rerender } = render(draw('La zi'));
  translate(container);
  rerender(draw('Fără conexiune'));
  expect(container.textContent).toBe('Fără conexiune');
  const word = container.querySelector('[translate="no"]');
  expect(word?.textContent).toBe('Fără conexiune');
});

it('a count says its new number and what it counts in a page that was translated', () => {
  const draw = (count: number) => (
    <Count label={`${count} urgente`}>{count}</Count>
  );
  const { container, rerender } = render(draw(3));
  translate(container);
  rerender(draw(4));
  expect(container.textContent).toBe('4 4 urgente');
});

it.each([
  ['mark', (...words: string[]) => <Mark icon="check">{words}</Mark>],
  ['badge', (...words: string[]) => <Badge icon="check">{words}</Badge>],
  ['count', (...words: string[]) => <Count>{words}</Count>],
])('a %s of two texts changes both of them', (_name, draw) => {
  const { container, rerender } = render(draw('Din 10:00', ' Nu răspunde'));
  translate(container);
  rerender(draw('Din 10:30', ' Ocupat'));
  expect(container.textContent).toBe('Din 10:30 Ocupat');
});

it.each([
  [
    'banner',
    (title: string, text: string) => (
      <Banner icon="info" title={title}>
        {text}
      </Banner>
    ),
  ],
  [
    'state',
    (title: string, text: string) => (
      <State icon="info" title={title}>
        {text}
      </State>
    ),
  ],
  [
    'time of a list',
    (title: string, text: string) => <UpdatedAt>{`${title}${text}`}</UpdatedAt>,
  ],
])('a %s says its new words in a page that was translated', (_name, draw) => {
  const { container, rerender } = render(draw('La zi', '10:00'));
  translate(container);
  rerender(draw('Fără conexiune', '10:30'));
  expect(container.textContent).toBe('Fără conexiune10:30');
});

it('a banner keeps what is in it where its words have a state of their own', () => {
  const draw = (count: number) => (
    <Banner icon="info" title="Titlu">
      {count} <input aria-label="câmp" />
    </Banner>
  );
  const { container, rerender } = render(draw(1));
  const field = container.querySelector('input');
  rerender(draw(2));
  expect(container.querySelector('input')).toBe(field);
});
