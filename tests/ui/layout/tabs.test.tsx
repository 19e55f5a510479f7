// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
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
});

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
