import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { Segments, ToggleSegments } from '@/ui/field/segments';
import { Tabs } from '@/ui/layout/tabs';

afterEach(cleanup);

describe('tabs', () => {
  it('names the panel by its tab and emits another', () => {
    const onChange = vi.fn();
    render(
      <Tabs
        label="Forms"
        tabs={[
          { value: 'a', label: 'A', counts: '3/9' },
          { value: 'b', label: 'B' },
        ]}
        value="a"
        onChange={onChange}
      >
        answers of A
      </Tabs>,
    );
    expect(screen.getByRole('tabpanel').textContent).toBe('answers of A');
    const [first, second] = screen.getAllByRole('tab');
    expect(first?.textContent).toBe('A3/9');
    expect(first?.getAttribute('aria-selected')).toBe('true');
    if (second !== undefined) fireEvent.click(second);
    expect(onChange).toHaveBeenCalledExactlyOnceWith('b');
  });

  it('are chosen by arrow keys, Home and End, round the ends', () => {
    render(<Forms />);
    const tabs = screen.getAllByRole('tab');
    tabs[0]?.focus();
    const chosen = ['ArrowRight', 'ArrowRight', 'End', 'ArrowRight', 'Home']
      .concat('ArrowLeft')
      .map((key) => {
        if (document.activeElement) {
          fireEvent.keyDown(document.activeElement, { key });
        }
        return document.activeElement?.textContent;
      });
    expect(chosen).toEqual(['B', 'C', 'C', 'A', 'A', 'C']);
    // Tab leads to the chosen one alone, and from it into the panel it names.
    expect(tabs.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
    expect(screen.getByRole('tabpanel', { name: 'C' }).tabIndex).toBe(0);
  });

  it('leave the keys of the browser alone', () => {
    render(<Forms />);
    const [first] = screen.getAllByRole('tab');
    if (!first) throw new Error('There is no tab');
    first.focus();
    const isFree = fireEvent.keyDown(first, { key: 'ArrowLeft', altKey: true });
    expect(isFree).toBe(true);
    expect(document.activeElement).toBe(first);
  });
});

function Forms() {
  const [value, setValue] = useState('a');
  return (
    <Tabs
      label="Forms"
      tabs={['a', 'b', 'c'].map((name) => ({
        value: name,
        label: name.toUpperCase(),
      }))}
      value={value}
      onChange={setValue}
    >
      answers
    </Tabs>
  );
}

describe('segments', () => {
  it('are links, one of them current', () => {
    render(
      <Segments
        label="List"
        items={[
          { href: '/answers?urgente=true', label: 'Urgent', current: true },
          { href: '/answers', label: 'All', current: false },
        ]}
      />,
    );
    const current = screen
      .getAllByRole('link')
      .map((link) => link.getAttribute('aria-current'));
    expect(current).toEqual(['true', null]);
  });

  it('are toggles where there is no address', () => {
    const onChange = vi.fn();
    render(
      <ToggleSegments
        label="View"
        value="list"
        items={[
          { value: 'list', label: 'List' },
          { value: 'cards', label: 'Cards' },
        ]}
        onChange={onChange}
      />,
    );
    expect(
      screen.getByRole('button', { name: 'List' }).getAttribute('aria-pressed'),
    ).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Cards' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith('cards');
  });
});
