import { cleanup, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { App } from '@/app/app';

import { installLocks } from '../../support/locks';
import { speak } from '../../support/texts';

beforeEach(async () => {
  installLocks();
  Object.assign(window, { isSecureContext: true });
  await speak('ro');
  localStorage.clear();
  return () => {
    cleanup();
    vi.unstubAllGlobals();
  };
});

function heading() {
  return screen.getByRole('heading', { level: 1 }).textContent;
}

it('asks for name and password in a browser that can keep work', () => {
  render(<App />);
  expect(screen.getByLabelText('Utilizator')).toBeTruthy();
});

it('says that the address is not secure, and asks for no password there', () => {
  Object.assign(window, { isSecureContext: false });
  render(<App />);
  expect(heading()).toBe('Adresa aceasta nu este sigură');
  expect(screen.getByRole('alert').textContent).toContain('https://');
  expect(screen.queryByLabelText('Utilizator')).toBe(null);
});

it('says that the browser is too old', () => {
  vi.stubGlobal('crypto', {});
  render(<App />);
  expect(heading()).toBe('Browserul este prea vechi');
});
