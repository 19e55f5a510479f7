import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { Pagination } from '@/ui/table/pagination';

afterEach(cleanup);

const labels = {
  nav: 'Pages',
  first: 'First',
  previous: 'Previous',
  next: 'Next',
  last: 'Last',
  page: (page: number) => `Page ${page}`,
  showing: (start: number, end: number, total: number) =>
    `Showing ${start} to ${end} of ${total}`,
};

function show(page: number, total: number, pageSize = 100) {
  const onPage = vi.fn();
  render(
    <Pagination
      page={page}
      pageSize={pageSize}
      total={total}
      labels={labels}
      onPage={onPage}
    />,
  );
  return onPage;
}

const press = (name: string) =>
  fireEvent.click(screen.getByRole('button', { name }));

describe('pagination bar', () => {
  it('is hidden when there are no rows', () => {
    show(1, 0);
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('says what is shown, and the rest of a short last page', () => {
    show(13, 1243);
    expect(screen.getByText('Showing 1201 to 1243 of 1243')).toBeDefined();
  });

  it('emits page number and page size', () => {
    const onPage = show(4, 1243);
    for (const name of ['First', 'Previous', 'Page 6', 'Next', 'Last']) {
      press(name);
    }
    expect(onPage.mock.calls).toEqual([
      [1, 100],
      [3, 100],
      [6, 100],
      [5, 100],
      [13, 100],
    ]);
  });

  it('marks the current page', () => {
    show(4, 1243);
    const current = screen.getByRole('button', { name: 'Page 4' });
    expect(current.getAttribute('aria-current')).toBe('page');
  });

  it('leads nowhere from the ends, and keeps the focus there', () => {
    const onPage = show(1, 250);
    press('First');
    press('Previous');
    expect(onPage).not.toHaveBeenCalled();
    const first = screen.getByRole('button', { name: 'First' });
    first.focus();
    expect(document.activeElement).toBe(first);
  });
});
