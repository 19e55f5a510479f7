import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { loadPicture, type LoadPicture } from '@/ui/picture/load-picture';
import { LoadState } from '@/ui/feedback/load-state';

afterEach(cleanup);

interface Known {
  rows?: readonly string[];
  knownEmpty?: boolean;
  pulling?: boolean;
  failed?: boolean;
  older?: string;
  partly?: string;
}

function show(known: Known, onRetry = () => {}) {
  return render(
    <LoadState
      rows={known.rows}
      knownEmpty={known.knownEmpty}
      pulling={known.pulling === true}
      failure={
        known.failed === true
          ? { title: 'Not loaded', text: 'no connection' }
          : undefined
      }
      older={known.older}
      partly={known.partly}
      empty={<p>none</p>}
      skeleton={<p>skeleton</p>}
      retryLabel="Retry"
      onRetry={onRetry}
      loadingLabel="Refreshing"
    >
      {(rows) => rows.map((row) => <p key={row}>{row}</p>)}
    </LoadState>,
  );
}

const has = (text: string) => screen.queryByText(text) !== null;
const hasRetry = () => screen.queryByRole('button', { name: 'Retry' }) !== null;

describe('the six truthful states (docs/product.md)', () => {
  // rows at hand, the server said none, failed -> picture
  const table: [number | undefined, boolean, boolean, LoadPicture][] = [
    [undefined, false, false, 'skeleton'],
    [undefined, true, false, 'skeleton'],
    [undefined, false, true, 'failed'],
    [undefined, true, true, 'failed'],
    [0, false, false, 'skeleton'],
    [0, false, true, 'failed'],
    [0, true, false, 'empty'],
    [0, true, true, 'empty'],
    [3, false, false, 'rows'],
    [3, true, false, 'rows'],
    [3, false, true, 'rows'],
    [3, true, true, 'rows'],
  ];
  it.each(table)('%s rows, none known %s, failed %s: %s', (...row) => {
    const [count, knownEmpty, failed, picture] = row;
    expect(loadPicture({ count, knownEmpty, failed })).toBe(picture);
  });

  it('shows a skeleton on the first load', () => {
    show({ pulling: true });
    expect(has('skeleton')).toBe(true);
    expect(screen.getByRole('progressbar').getAttribute('aria-label')).toBe(
      'Refreshing',
    );
  });

  it('never says "none" before the server has said so', () => {
    show({ rows: [] });
    expect(has('none')).toBe(false);
    expect(has('skeleton')).toBe(true);
  });

  it('says "none" when the server said so', () => {
    show({ rows: [], knownEmpty: true });
    expect(has('none')).toBe(true);
    expect(hasRetry()).toBe(false);
  });

  it('keeps the rows during a refresh, under a thin line', () => {
    show({ rows: ['one'], pulling: true });
    expect(has('one')).toBe(true);
    expect(has('skeleton')).toBe(false);
    expect(screen.queryByRole('progressbar')).not.toBeNull();
  });

  it('keeps the rows after a failure, and says why with a way to retry', () => {
    const onRetry = vi.fn();
    show({ rows: ['one'], failed: true }, onRetry);
    expect(has('one')).toBe(true);
    expect(has('no connection')).toBe(true);
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('says since when in the words of the caller, when it has them', () => {
    show({ rows: ['one'], failed: true, older: 'older since 13:58' });
    expect(has('older since 13:58')).toBe(true);
    expect(has('no connection')).toBe(false);
  });

  it('says how much of the whole is here', () => {
    show({ rows: ['one'], partly: '1 of 9' });
    expect(has('1 of 9')).toBe(true);
  });

  it('fails in place of the rows only when there are no rows', () => {
    const onRetry = vi.fn();
    show({ failed: true }, onRetry);
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('Not loaded');
    expect(alert.textContent).toContain('no connection');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});
