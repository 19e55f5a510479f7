import {
  cleanup,
  fireEvent,
  render,
  screen,
  within,
} from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { type Column, DataTable } from '@/ui/table/data-table';
import { toggleAll } from '@/ui/table/selection';
import { nextSort } from '@/ui/table/sort';

afterEach(cleanup);

interface Person {
  id: string;
  name: string;
}

const columns: Column<Person>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: (row) => row.name,
    sortable: true,
    rowHeader: true,
  },
  { key: 'phone', header: 'Phone', cell: () => '07', sortable: true },
  {
    key: 'acts',
    header: 'Actions',
    cell: (row) => <button type="button">Edit {row.name}</button>,
  },
];

const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, at) => ({
    id: String(at + 1),
    name: `Person ${at + 1}`,
  }));

const shared = {
  caption: 'Observers',
  columns,
  rowKey: (row: Person) => row.id,
};

const box = (name: string) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name });

describe('sorting', () => {
  it('begins ascending and turns round on the same column', () => {
    const first = nextSort(undefined, 'name');
    expect(first).toEqual({ key: 'name', direction: 'ascending' });
    const second = nextSort(first, 'name');
    expect(second.direction).toBe('descending');
    expect(nextSort(second, 'name').direction).toBe('ascending');
    expect(nextSort(second, 'phone')).toEqual({
      key: 'phone',
      direction: 'ascending',
    });
  });

  it('emits the order asked for and says the order there is', () => {
    const onSort = vi.fn();
    render(
      <DataTable
        {...shared}
        rows={people(2)}
        sort={{ key: 'name', direction: 'ascending' }}
        onSort={onSort}
      />,
    );
    const [name, phone, acts] = screen.getAllByRole('columnheader');
    expect(name?.getAttribute('aria-sort')).toBe('ascending');
    expect(phone?.getAttribute('aria-sort')).toBeNull();
    expect(within(acts ?? document.body).queryByRole('button')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Name' }));
    fireEvent.click(screen.getByRole('button', { name: 'Phone' }));
    expect(onSort.mock.calls).toEqual([
      [{ key: 'name', direction: 'descending' }],
      [{ key: 'phone', direction: 'ascending' }],
    ]);
  });
});

describe('selecting', () => {
  function Server({ rows }: { rows: Person[] }) {
    const [selected, setSelected] = useState<ReadonlySet<string>>(
      () => new Set(),
    );
    return (
      <>
        <p>chosen: {[...selected].join(',')}</p>
        <DataTable
          {...shared}
          rows={rows}
          selection={{
            selected,
            onChange: setSelected,
            allLabel: 'All',
            rowLabel: (row) => `Select: ${row.name}`,
          }}
        />
      </>
    );
  }

  it('ticks rows one by one, and all: none, some, all', () => {
    render(<Server rows={people(2)} />);
    expect([box('All').checked, box('All').indeterminate]).toEqual([
      false,
      false,
    ]);
    fireEvent.click(box('Select: Person 2'));
    expect(screen.getByText('chosen: 2')).toBeDefined();
    expect([box('All').checked, box('All').indeterminate]).toEqual([
      false,
      true,
    ]);
    fireEvent.click(box('All'));
    expect(screen.getByText('chosen: 2,1')).toBeDefined();
    expect([box('All').checked, box('All').indeterminate]).toEqual([
      true,
      false,
    ]);
    fireEvent.click(box('All'));
    expect(screen.getByText('chosen:')).toBeDefined();
  });

  it('leaves what was chosen on another page alone', () => {
    const elsewhere = new Set(['99']);
    const all = toggleAll(elsewhere, ['1', '2']);
    expect([...all]).toEqual(['99', '1', '2']);
    expect([...toggleAll(all, ['1', '2'])]).toEqual(['99']);
  });
});

describe('rows', () => {
  const rows = people(3);

  it('opens by a click, not by a click on a control inside', () => {
    const onRow = vi.fn();
    render(<DataTable {...shared} rows={rows} onRow={onRow} />);
    fireEvent.click(screen.getByRole('button', { name: 'Edit Person 2' }));
    expect(onRow).not.toHaveBeenCalled();
    fireEvent.click(screen.getByText('Person 2'));
    expect(onRow).toHaveBeenCalledExactlyOnceWith(rows[1]);
  });

  it('opens by Enter, and arrow keys go to its neighbours', () => {
    const onRow = vi.fn();
    render(<DataTable {...shared} rows={rows} onRow={onRow} />);
    const [, first, second] = screen.getAllByRole('row');
    expect([first?.tabIndex, second?.tabIndex]).toEqual([0, -1]);
    first?.focus();
    fireEvent.keyDown(document.activeElement ?? document.body, {
      key: 'ArrowDown',
    });
    expect(document.activeElement).toBe(second);
    expect([first?.tabIndex, second?.tabIndex]).toEqual([-1, 0]);
    fireEvent.keyDown(document.activeElement ?? document.body, {
      key: 'Enter',
    });
    expect(onRow).toHaveBeenCalledExactlyOnceWith(rows[1]);
  });

  it('says that there are none, but not while they are loading', () => {
    const none = <p>No observers</p>;
    const { rerender } = render(
      <DataTable {...shared} rows={[]} noRows={none} loading />,
    );
    expect(screen.queryByText('No observers')).toBeNull();
    rerender(<DataTable {...shared} rows={[]} noRows={none} />);
    expect(screen.getByText('No observers')).toBeDefined();
  });
});

describe('a long table', () => {
  // There is no layout here: a window of 600 px, and rows of 30 px.
  beforeEach(() => {
    const region = vi
      .spyOn(HTMLElement.prototype, 'clientHeight', 'get')
      .mockReturnValue(600);
    const row = vi
      .spyOn(HTMLElement.prototype, 'offsetHeight', 'get')
      .mockImplementation(function height(this: HTMLElement) {
        measured.push(this.localName);
        return 30;
      });
    measured = [];
    return () => {
      region.mockRestore();
      row.mockRestore();
    };
  });
  /** The elements whose height was asked for. */
  let measured: string[];

  it('draws every row up to 200', () => {
    render(<DataTable {...shared} rows={people(200)} />);
    expect(screen.getAllByRole('row')).toHaveLength(201);
  });

  it('draws only the rows in sight above 200, and says how many there are', () => {
    render(<DataTable {...shared} rows={people(10_000)} />);
    const table = screen.getByRole('table');
    const drawn = screen.getAllByRole('row');
    expect(table.getAttribute('aria-rowcount')).toBe('10001');
    expect(drawn.length).toBeGreaterThan(10);
    expect(drawn.length).toBeLessThan(60);
    expect(drawn[1]?.getAttribute('aria-rowindex')).toBe('2');
    expect(within(table).getByText('Person 1')).toBeDefined();
    expect(within(table).queryByText('Person 9000')).toBeNull();
  });

  it('asks no row for its height while it is drawn: that lays out the page each time', () => {
    render(<DataTable {...shared} rows={people(10_000)} />);
    expect(measured).not.toContain('tr');
  });

  it('draws a row once, also when the table scrolls', () => {
    const drawn: string[] = [];
    const counting: Column<Person>[] = [
      {
        key: 'name',
        header: 'Name',
        cell(row) {
          drawn.push(row.name);
          return row.name;
        },
      },
    ];
    render(<DataTable {...shared} columns={counting} rows={people(10_000)} />);
    const before = screen.getAllByRole('row').length;
    const region = screen.getByRole('region');
    region.scrollTop = 90;
    fireEvent.scroll(region);
    expect(screen.getAllByRole('row').length).toBeGreaterThan(before);
    expect(drawn).toEqual([...new Set(drawn)]);
  });
});
