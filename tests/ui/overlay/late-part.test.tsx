import { cleanup, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { latePart, type LatePart, useLatePart } from '@/ui/overlay/late-part';

afterEach(cleanup);

interface Words {
  Word: () => ReactNode;
}

const words: Words = { Word: () => <p>Loaded</p> };

class Boundary extends Component<{ children: ReactNode }> {
  override state: { message?: string } = {};
  static getDerivedStateFromError(error: Error) {
    return { message: error.message };
  }
  override render() {
    return this.state.message ?? this.props.children;
  }
}

interface LateProps {
  part: LatePart<Words>;
  isNeeded: boolean;
}

function Late({ part, isNeeded }: LateProps) {
  const loaded = useLatePart(part, isNeeded);
  return loaded ? <loaded.Word /> : <p>Without</p>;
}

describe('a part that is loaded when it is needed', () => {
  it('is not asked for before, and drawn when it is there', async () => {
    const load = vi.fn(async () => words);
    const part = latePart(load);
    const { rerender } = render(<Late part={part} isNeeded={false} />);
    expect(load).not.toHaveBeenCalled();
    rerender(<Late part={part} isNeeded />);
    screen.getByText('Without');
    await screen.findByText('Loaded');
  });

  it('is drawn at once when it was loaded before', async () => {
    const part = latePart(async () => words);
    await part.load();
    render(<Late part={part} isNeeded />);
    screen.getByText('Loaded');
  });

  it('leaves it to the error page to say that it cannot be loaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const part = latePart<Words>(() => Promise.reject(new Error('Gone')));
    render(
      <Boundary>
        <Late part={part} isNeeded />
      </Boundary>,
    );
    await screen.findByText('Gone');
  });
});
