import { render } from '@testing-library/react';
import { expect, it } from 'vitest';

import { Badge } from '@/ui/marks/badge';
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
])('a %s says its new word in a page that was translated', (_name, draw) => {
  const { container, rerender } = render(draw('La zi'));
  translate(container);
  rerender(draw('Fără conexiune'));
  expect(container.textContent).toBe('Fără conexiune');
  const word = container.querySelector('[translate="no"]');
  expect(word?.textContent).toBe('Fără conexiune');
});
