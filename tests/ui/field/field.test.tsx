import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';

import {
  Field,
  InlineField,
  NativeSelect,
  PasswordInput,
  TextInput,
} from '@/ui/field/field';

afterEach(cleanup);

const describedBy = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);

describe('field', () => {
  it('ties label, hint and error to its control', () => {
    render(
      <Field label="Code" hint="Up to 8 letters" error="Missing" required>
        <TextInput />
      </Field>,
    );
    const input = screen.getByRole('textbox', { name: 'Code' });
    expect(describedBy(input)).toEqual(['Missing', 'Up to 8 letters']);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input.getAttribute('aria-required')).toBe('true');
  });

  it('takes an empty error for none', () => {
    render(
      <Field label="Code" error="">
        <TextInput />
      </Field>,
    );
    const input = screen.getByRole('textbox', { name: 'Code' });
    expect(input.getAttribute('aria-invalid')).toBeNull();
    expect(input.getAttribute('aria-describedby')).toBeNull();
  });

  it('names the select in an inline field', () => {
    render(
      <InlineField label="County">
        <NativeSelect defaultValue="CJ">
          <option value="CJ">Cluj</option>
        </NativeSelect>
      </InlineField>,
    );
    const select = screen.getByRole<HTMLSelectElement>('combobox', {
      name: 'County',
    });
    expect(select.value).toBe('CJ');
  });

  it('shows and hides a password, with a button that says which', () => {
    render(
      <Field label="Password">
        <PasswordInput showLabel="Show" hideLabel="Hide" />
      </Field>,
    );
    const input = screen.getByLabelText<HTMLInputElement>('Password');
    expect(input.type).toBe('password');
    fireEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(input.type).toBe('text');
    fireEvent.click(screen.getByRole('button', { name: 'Hide' }));
    expect(input.type).toBe('password');
  });
});
