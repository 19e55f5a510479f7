import { findByLabel } from '@/domain/words';
import {
  cleanup,
  fireEvent,
  render,
  screen,
  waitFor,
} from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { Combobox } from '@/ui/field/combobox';
import { InlineField } from '@/ui/field/field';

afterEach(cleanup);

const COUNTIES = [
  'Alba',
  'Argeș',
  'Bihor',
  'Brașov',
  'Cluj',
  'Dolj',
  'Galați',
  'Iași',
  'Mureș',
  'Sibiu',
  'Timiș',
  'Vaslui',
].map((label) => ({ value: label.slice(0, 3), label }));

function Server({
  onChange,
}: {
  onChange: (value: string | undefined) => void;
}) {
  const [value, setValue] = useState<string>();
  return (
    <InlineField label="County">
      <Combobox
        items={COUNTIES}
        value={value}
        find={findByLabel}
        onChange={(next) => {
          setValue(next);
          onChange(next);
        }}
        labels={{
          open: 'Show counties',
          clear: 'Clear county',
          close: 'Close the list',
          none: 'No county found',
          more: (count) => `${count} more`,
        }}
      />
    </InlineField>
  );
}

const input = () =>
  screen.getByRole<HTMLInputElement>('combobox', { name: 'County' });
const options = () =>
  screen.queryAllByRole('option').map((option) => option.textContent);

async function open() {
  fireEvent.click(screen.getByRole('button', { name: 'Show counties' }));
  await screen.findAllByRole('option');
}

describe('combobox', () => {
  it('shows up to ten items and says how many more there are', async () => {
    render(<Server onChange={() => {}} />);
    await open();
    expect(options()).toHaveLength(10);
    expect(screen.getByText(/^2 more/)).toBeDefined();
  });

  it('finds without diacritics, chooses, and clears', async () => {
    const onChange = vi.fn();
    render(<Server onChange={onChange} />);
    await open();
    fireEvent.change(input(), { target: { value: 'brasov' } });
    await waitFor(() => expect(options()).toEqual(['Brașov']));
    fireEvent.click(screen.getByRole('option', { name: 'Brașov' }));
    expect(onChange).toHaveBeenLastCalledWith('Bra');
    await waitFor(() => expect(input().value).toBe('Brașov'));

    fireEvent.click(screen.getByRole('button', { name: 'Clear county' }));
    expect(onChange).toHaveBeenLastCalledWith(undefined);
    expect(input().value).toBe('');
  });

  it('shows everything again when it is opened with a choice made', async () => {
    render(<Server onChange={() => {}} />);
    await open();
    fireEvent.change(input(), { target: { value: 'cluj' } });
    await waitFor(() => expect(options()).toEqual(['Cluj']));
    fireEvent.click(screen.getByRole('option', { name: 'Cluj' }));
    await waitFor(() => expect(options()).toEqual([]));
    await open();
    expect(options()).toHaveLength(10);
  });

  it('goes by arrows round the list, Enter chooses, Escape leaves all as it was', async () => {
    const onChange = vi.fn();
    const onOuterKey = vi.fn();
    document.addEventListener('keydown', onOuterKey);
    render(<Server onChange={onChange} />);
    const press = (key: string) => fireEvent.keyDown(input(), { key });
    const active = () =>
      document.getElementById(
        input().getAttribute('aria-activedescendant') ?? '',
      )?.textContent;
    expect(press('Enter')).toBe(true);
    press('ArrowDown');
    expect(input().getAttribute('aria-expanded')).toBe('true');
    expect(active()).toBe('Alba');
    press('ArrowUp');
    expect(active()).toBe('Sibiu');
    press('ArrowDown');
    press('ArrowDown');
    press('Enter');
    expect(onChange).toHaveBeenLastCalledWith('Arg');
    expect(options()).toEqual([]);

    fireEvent.change(input(), { target: { value: 'cl' } });
    press('Escape');
    expect(options()).toEqual([]);
    expect(input().value).toBe('Argeș');
    expect(onChange).toHaveBeenCalledOnce();
    // The one Enter that meant nothing here is the form's; the others stay.
    expect(onOuterKey).toHaveBeenCalledOnce();
    document.removeEventListener('keydown', onOuterKey);
  });

  it('begins at the choice when it is opened again, and is closed by its button', async () => {
    render(<Server onChange={() => {}} />);
    await open();
    fireEvent.click(screen.getByRole('option', { name: 'Cluj' }));
    await open();
    const chosen = screen.getByRole('option', { name: 'Cluj' });
    expect(chosen.getAttribute('aria-selected')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Close the list' }));
    expect(options()).toEqual([]);
  });

  it('closes when the reader goes on, and forgets what was typed', async () => {
    render(<Server onChange={() => {}} />);
    fireEvent.change(input(), { target: { value: 'cl' } });
    expect(options()).toEqual(['Cluj']);
    fireEvent.blur(input(), { relatedTarget: document.body });
    expect(options()).toEqual([]);
    expect(input().value).toBe('');
  });

  it('without its text there is no choice', async () => {
    const onChange = vi.fn();
    render(<Server onChange={onChange} />);
    await open();
    fireEvent.click(screen.getByRole('option', { name: 'Cluj' }));
    fireEvent.change(input(), { target: { value: '' } });
    expect(onChange).toHaveBeenLastCalledWith(undefined);
    expect(options()).toHaveLength(10);
  });

  it('says when nothing is found', async () => {
    render(<Server onChange={() => {}} />);
    await open();
    fireEvent.change(input(), { target: { value: 'xyz' } });
    expect(await screen.findByText('No county found')).toBeDefined();
  });
});
