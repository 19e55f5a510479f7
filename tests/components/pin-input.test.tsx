import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';

import { PinInput } from '@/components/pin-input';
import { Field } from '@/ui/field/field';

import { type } from '../support/controls';
import { speak } from '../support/texts';

function NewPin() {
  const [pin, setPin] = useState('');
  return (
    <Field label="PIN">
      <PinInput
        value={pin}
        onChange={({ target }) => setPin(target.value)}
        onPropose={setPin}
      />
    </Field>
  );
}

beforeEach(() => {
  speak('ro');
  return cleanup;
});

const field = () => screen.getByLabelText<HTMLInputElement>('PIN');
const said = () => screen.getByRole('status').textContent;
const propose = () =>
  fireEvent.click(screen.getByRole('button', { name: 'Propune un PIN' }));

it('proposes six digits that can be read, another time others', () => {
  render(<NewPin />);
  expect(said()).toBe('');
  const proposed = new Set<string>();
  for (let turn = 0; turn < 20; turn += 1) {
    propose();
    expect(field().value).toMatch(/^\d{6}$/);
    expect(said()).toBe(`PIN propus: ${field().value}`);
    proposed.add(field().value);
  }
  expect(proposed.size).toBeGreaterThan(15);
  // In the field it stays as hidden as one that was typed.
  expect(field().type).toBe('password');
});

it('shows no PIN that was typed in place of the proposed one', () => {
  render(<NewPin />);
  propose();
  type(field(), '2468');
  expect(said()).toBe('');
  expect(field().value).toBe('2468');
});
