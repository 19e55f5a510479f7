import { createEvent, fireEvent, screen } from '@testing-library/react';
import { useBlocker } from 'react-router-dom';
import { describe, expect, it } from 'vitest';

import { Link } from '@/ui/link';

import { prepareScreen } from '../../support/screen';

function Links() {
  return (
    <>
      <Link href="/other">Other</Link>
      <Link href="?page=2">Second page</Link>
      <Link href="/list?page=1">This page</Link>
      <Link href="/other#part" onClick={(event) => event.preventDefault()}>
        Held back
      </Link>
      <Link href="/other" download>
        File
      </Link>
      <Hold />
    </>
  );
}

/** Asks before a step to the held page. */
function Hold() {
  const { state } = useBlocker(
    ({ nextLocation }) => nextLocation.pathname === '/held',
  );
  return (
    <>
      <Link href="/held">Held</Link>
      {state === 'blocked' ? <p>Really?</p> : null}
    </>
  );
}

const { open } = prepareScreen([
  { path: '/list', element: <Links /> },
  { path: '*', element: <h1>Another page</h1> },
]);

const link = (name: string) => screen.getByRole('link', { name });

/** Clicks; answers whether the browser is left to follow the link by itself. */
function click(name: string, init: MouseEventInit = {}): boolean {
  // The document of a test goes nowhere.
  const event = createEvent.click(link(name), { button: 0, ...init });
  let isLeft = false;
  const note = (each: Event) => {
    isLeft = !each.defaultPrevented;
    each.preventDefault();
  };
  addEventListener('click', note, { once: true });
  fireEvent(link(name), event);
  removeEventListener('click', note);
  return isLeft;
}

describe('a link', () => {
  it('is a step, with which the back button comes back', async () => {
    const { address, back } = open('/list?page=1');
    expect(click('Other')).toBe(false);
    await screen.findByRole('heading', { name: 'Another page' });
    expect(address()).toBe('/other');
    back();
    await screen.findByRole('link', { name: 'Other' });
    expect(address()).toBe('/list?page=1');
  });

  it('keeps the path where it names parameters alone', () => {
    const { address } = open('/list?page=1');
    click('Second page');
    expect(address()).toBe('/list?page=2');
  });

  it('to the page itself adds no step back', () => {
    open('/list?page=1');
    const before = history.length;
    click('This page');
    expect(history.length).toBe(before);
    click('Second page');
    expect(history.length).toBe(before + 1);
  });

  it.each([
    { ctrlKey: true },
    { metaKey: true },
    { shiftKey: true },
    { altKey: true },
    { button: 1 },
  ])('is left to the browser with %o', (init) => {
    const { address } = open('/list?page=1');
    expect(click('Other', init)).toBe(true);
    expect(address()).toBe('/list?page=1');
  });

  it('is left to the browser when it is a download', () => {
    open('/list?page=1');
    expect(click('File')).toBe(true);
  });

  it('is no step when its click was held back', () => {
    const { address } = open('/list?page=1');
    click('Held back');
    expect(address()).toBe('/list?page=1');
  });

  it('waits for the answer where a step needs one', async () => {
    const { address } = open('/list?page=1');
    click('Held');
    await screen.findByText('Really?');
    expect(address()).toBe('/list?page=1');
  });
});
