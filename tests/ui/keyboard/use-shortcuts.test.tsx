import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { Button } from '@/ui/button';
import { TextInput } from '@/ui/field/field';
import { listShortcuts, turnSingleKeys } from '@/ui/keyboard/shortcut-table';
import { useOwnShortcuts, useShortcuts } from '@/ui/keyboard/use-shortcuts';

afterEach(() => {
  cleanup();
  turnSingleKeys(true);
});

interface ServerProps {
  onNext: () => void;
  onOpen?: () => void;
  onUndo?: () => void;
  enabled?: boolean;
  dialog?: boolean;
}

function Server({ onNext, onOpen, onUndo, enabled, dialog }: ServerProps) {
  useShortcuts(
    {
      j: { words: 'Next', act: onNext },
      Enter: { words: 'Open', act: () => onOpen?.() },
      'Mod+Z': { words: 'Undo', act: () => onUndo?.() },
      'Mod+Shift+Z': { words: 'Redo', act: () => {} },
      'Mod+Y': { words: 'Redo', act: () => {} },
    },
    { enabled },
  );
  return (
    <>
      <TextInput aria-label="Name" />
      <input type="checkbox" />
      <Button>Save</Button>
      {dialog === true ? <dialog open aria-label="Sheet" /> : null}
    </>
  );
}

const press = (target: Element, init: KeyboardEventInit = { key: 'j' }) =>
  fireEvent.keyDown(target, init);

describe('shortcuts', () => {
  it('are heard on the page, and keep the key for themselves', () => {
    const onNext = vi.fn();
    render(<Server onNext={onNext} />);
    expect(press(document.body)).toBe(false);
    press(screen.getByRole('checkbox'));
    expect(onNext).toHaveBeenCalledTimes(2);
    expect(press(document.body, { key: 'x' })).toBe(true);
  });

  it('are not heard while typing', () => {
    const onNext = vi.fn();
    render(<Server onNext={onNext} />);
    press(screen.getByRole('textbox'));
    expect(onNext).not.toHaveBeenCalled();
  });

  it.each(['ctrlKey', 'altKey', 'metaKey'])('are not heard with %s', (key) => {
    const onNext = vi.fn();
    render(<Server onNext={onNext} />);
    press(document.body, { key: 'j', [key]: true });
    expect(onNext).not.toHaveBeenCalled();
  });

  it('are not heard while a dialog is open', () => {
    const onNext = vi.fn();
    const { rerender } = render(<Server onNext={onNext} dialog />);
    press(document.body);
    expect(onNext).not.toHaveBeenCalled();
    rerender(<Server onNext={onNext} />);
    press(document.body);
    expect(onNext).toHaveBeenCalledOnce();
  });

  it('leave Enter to a button', () => {
    const onOpen = vi.fn();
    render(<Server onNext={() => {}} onOpen={onOpen} />);
    press(screen.getByRole('button'), { key: 'Enter' });
    expect(onOpen).not.toHaveBeenCalled();
    press(document.body, { key: 'Enter' });
    expect(onOpen).toHaveBeenCalledOnce();
  });

  it('can be turned off, and are forgotten with their screen', () => {
    const onNext = vi.fn();
    const { rerender, unmount } = render(
      <Server onNext={onNext} enabled={false} />,
    );
    press(document.body);
    rerender(<Server onNext={onNext} />);
    unmount();
    press(document.body);
    expect(onNext).not.toHaveBeenCalled();
  });

  it('with Ctrl or Cmd are heard while typing too, not with both', () => {
    const onUndo = vi.fn();
    render(<Server onNext={() => {}} onUndo={onUndo} />);
    const field = screen.getByRole('textbox');
    press(field, { key: 'z', ctrlKey: true });
    press(field, { key: 'z', metaKey: true });
    expect(onUndo).toHaveBeenCalledTimes(2);
    press(field, { key: 'Z', ctrlKey: true, shiftKey: true });
    press(field, { key: 'z', ctrlKey: true, metaKey: true });
    expect(onUndo).toHaveBeenCalledTimes(2);
  });

  it('of a single key can be turned off; the others stay', () => {
    const onNext = vi.fn();
    const onUndo = vi.fn();
    render(<Server onNext={onNext} onUndo={onUndo} />);
    turnSingleKeys(false);
    press(document.body);
    press(document.body, { key: 'z', ctrlKey: true });
    expect(onNext).not.toHaveBeenCalled();
    expect(onUndo).toHaveBeenCalledOnce();
    expect(listShortcuts().map(({ words }) => words)).not.toContain('Next');
  });
});

function Rows({ onAdd }: { onAdd: () => void }) {
  return ['one', 'two'].map((name) => (
    <Row key={name} name={name} onAdd={onAdd} />
  ));
}

function Row({ name, onAdd }: { name: string; onAdd: () => void }) {
  const handleKeyDown = useOwnShortcuts({
    Enter: { words: 'Add', act: onAdd },
  });
  return <TextInput aria-label={name} onKeyDown={handleKeyDown} />;
}

describe('shortcuts of one element', () => {
  it('are heard on it, typing or not, and nowhere else', () => {
    const onAdd = vi.fn();
    render(<Rows onAdd={onAdd} />);
    const field = screen.getByRole('textbox', { name: 'two' });
    expect(press(field, { key: 'Enter' })).toBe(false);
    press(document.body, { key: 'Enter' });
    press(field, { key: 'Enter', isComposing: true });
    expect(onAdd).toHaveBeenCalledOnce();
  });
});

describe('the list of shortcuts', () => {
  it('is made of the tables in force, one line for the same words', () => {
    const { rerender, unmount } = render(
      <>
        <Server onNext={() => {}} />
        <Rows onAdd={() => {}} />
      </>,
    );
    expect(listShortcuts()).toEqual([
      { words: 'Next', keys: [['j']], isEverywhere: false },
      { words: 'Open', keys: [['Enter']], isEverywhere: false },
      { words: 'Undo', keys: [['Ctrl', 'Z']], isEverywhere: false },
      {
        words: 'Redo',
        keys: [
          ['Ctrl', 'Shift', 'Z'],
          ['Ctrl', 'Y'],
        ],
        isEverywhere: false,
      },
      { words: 'Add', keys: [['Enter']], isEverywhere: false },
    ]);
    rerender(<Server onNext={() => {}} enabled={false} />);
    expect(listShortcuts()).toEqual([]);
    unmount();
  });
});

describe('a key of every screen', () => {
  function Everywhere({ onSearch }: { onSearch: () => void }) {
    const shortcuts = { '/': { words: 'Search', act: onSearch } };
    useShortcuts(shortcuts, { everywhere: true });
    return null;
  }

  function Screen({ onFilter }: { onFilter: () => void }) {
    useShortcuts({ '/': { words: 'To the filter', act: onFilter } });
    return null;
  }

  it('does what the screen says, also when that came later', () => {
    const onSearch = vi.fn();
    const onFilter = vi.fn();
    render(<Everywhere onSearch={onSearch} />);
    press(document.body, { key: '/' });
    expect(onSearch).toHaveBeenCalledTimes(1);
    const { unmount } = render(<Screen onFilter={onFilter} />);
    press(document.body, { key: '/' });
    expect(onSearch).toHaveBeenCalledTimes(1);
    expect(onFilter).toHaveBeenCalledTimes(1);
    expect(listShortcuts().map(({ words }) => words)).toEqual([
      'To the filter',
    ]);
    unmount();
    press(document.body, { key: '/' });
    expect(onSearch).toHaveBeenCalledTimes(2);
  });
});
