import { setTimeout as pause } from 'node:timers/promises';

import { expect } from '@playwright/test';

import type { DrivenBrowser, InputSource } from './driven-browser';

/** As long as the other browser tests wait. */
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 250;

/** What a person at the browser does, and waits for. */
export interface Person {
  /** Goes to a path of the app by its address. */
  goTo(path: string): Promise<void>;
  /** Presses what has this name: a button, a link, a tab. */
  press(name: string): Promise<void>;
  /** Replaces what is in the field with this label. ASCII alone: keys of one layout. */
  fill(label: string, text: string): Promise<void>;
  /** Presses the element that the expression finds. */
  pressElement(expression: string): Promise<void>;
  /** Where the person is, to come back to. */
  path(): Promise<string>;
  /** Waits until the page shows the text. */
  sees(text: string): Promise<void>;
  /** Waits until the expression, in the page, is true. */
  waitsFor(expression: string): Promise<void>;
}

/** Expression of the page: it shows the text. */
export function shows(text: string): string {
  return `document.body?.innerText.includes(${JSON.stringify(text)})`;
}

/** Expression of the page: the element with this accessible name. */
export function named(name: string): string {
  return `document.querySelector(${JSON.stringify(`[aria-label="${name}"]`)})`;
}

/** @param origin what the paths begin with. */
export function personAt(browser: DrivenBrowser, origin: string): Person {
  async function waitsFor(expression: string): Promise<void> {
    const until = Date.now() + PATIENCE_MS;
    while ((await browser.read(`Boolean(${expression})`)) !== 'true') {
      if (Date.now() > until) {
        const shown = await browser.read('document.body.innerText');
        throw new Error(`Not so: ${expression}\n${shown}`);
      }
      await pause(LOOK_EVERY_MS);
    }
  }

  /** Presses the middle of the first visible element that the expression finds, once it rests. */
  async function pressFirst(elements: string): Promise<void> {
    const found = `${elements}.find((each) => each?.checkVisibility() && !each.disabled)`;
    const look = async () => {
      await waitsFor(found);
      return browser.read(`(() => {
        const element = ${found};
        element.scrollIntoView({ block: 'center' });
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x + width / 2, y + height / 2].map(Math.round).join(' ');
      })()`);
    };
    let middle = await look();
    await expect(async () => {
      const before = middle;
      middle = await look();
      expect(middle).toBe(before);
    }).toPass({ timeout: PATIENCE_MS });
    const [x = 0, y = 0] = middle.split(' ').map(Number);
    await browser.act([
      {
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x, y, duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ]);
  }

  return {
    goTo: (path) => browser.open(`${origin}${path}`),
    press: (name) =>
      pressFirst(`[...document.querySelectorAll('button, a, [role=tab]')]
        .filter((each) => [each.ariaLabel, each.innerText?.trim()].includes(${JSON.stringify(name)}))`),
    async fill(label, text) {
      const field = `[...document.querySelectorAll('input, textarea')]
        .filter((each) => [...(each.labels ?? [])].some((label) =>
          label.innerText.trim().startsWith(${JSON.stringify(label)})))`;
      const hasCursor = `${field}.includes(document.activeElement)`;
      // What moves between the look and the press makes the press miss.
      await expect(async () => {
        await pressFirst(field);
        expect(await browser.read(`Boolean(${hasCursor})`)).toBe('true');
      }).toPass({ timeout: PATIENCE_MS });
      await browser.act([typed(text)]);
    },
    pressElement: (expression) => pressFirst(`[${expression}]`),
    path: () => browser.read('location.pathname'),
    sees: (text) => waitsFor(shows(text)),
    waitsFor,
  };
}

const CONTROL = '\uE009';

/** Marks everything in the field and types over it. */
function typed(text: string): InputSource {
  const press = (value: string) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ];
  return {
    type: 'key',
    id: 'keys',
    actions: [
      { type: 'keyDown', value: CONTROL },
      ...press('a'),
      { type: 'keyUp', value: CONTROL },
      ...[...text].flatMap(press),
    ],
  };
}
