import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import {
  look,
  panBy,
  rotate,
  WHOLE,
  zoomIn,
  zoomOut,
} from '@/ui/picture/picture-view';
import { PictureViewer } from '@/ui/picture/picture-viewer';

afterEach(cleanup);

const labels = {
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  rotate: 'Rotate',
  whole: 'Whole',
  look: 'Look around',
  previous: 'Previous',
  next: 'Next',
  close: 'Close',
  failed: 'Cannot be shown',
  retry: 'Try again',
};

interface ServerProps {
  src?: string;
  hasFailed?: boolean;
  onNext?: () => void;
  onFail?: () => void;
  onRetry?: () => void;
}

const nothing = () => {};

function Server(props: ServerProps) {
  return (
    <PictureViewer
      src={props.src ?? 'a.jpg'}
      alt="Ballot box"
      position="1 of 3"
      labels={labels}
      onNext={props.onNext}
      hasFailed={props.hasFailed ?? false}
      onFail={props.onFail ?? nothing}
      onRetry={props.onRetry ?? nothing}
    />
  );
}

const picture = () => screen.getByRole('img', { name: 'Ballot box' });
const press = (name: string) =>
  fireEvent.click(screen.getByRole('button', { name }));

describe('picture view', () => {
  it('does not shift a whole picture, nor keep a shift when whole again', () => {
    expect(panBy(WHOLE, 10, 10)).toEqual(WHOLE);
    const shifted = panBy(zoomIn(WHOLE), 10, 20);
    expect([shifted.x, shifted.y]).toEqual([10, 20]);
    expect(zoomOut(shifted)).toEqual(WHOLE);
  });

  it('is upright again after four turns', () => {
    expect(rotate(rotate(rotate(rotate(WHOLE))))).toEqual(WHOLE);
  });

  it('zooms no closer than 8 times', () => {
    let view = WHOLE;
    for (let step = 0; step < 20; step++) view = zoomIn(view);
    expect(view.zoom).toBe(8);
  });

  it('looks to the right by moving the picture to the left', () => {
    expect(look(zoomIn(WHOLE), 1, 0).x).toBeLessThan(0);
  });
});

describe('picture viewer', () => {
  it('zooms and turns by buttons and keys', () => {
    render(<Server />);
    press('Zoom in');
    expect(picture().style.transform).toContain('scale(1.5)');
    fireEvent.keyDown(picture(), { key: '-' });
    expect(picture().style.transform).toContain('scale(1)');
    press('Rotate');
    expect(picture().style.transform).toContain('rotate(90deg)');
  });

  it('zooms by the wheel and keeps the page still', () => {
    render(<Server />);
    expect(fireEvent.wheel(picture(), { deltaY: -100 })).toBe(false);
    expect(picture().style.transform).not.toContain('scale(1)');
  });

  it('goes to the next picture, and starts it whole', () => {
    const onNext = vi.fn();
    const { rerender } = render(<Server onNext={onNext} />);
    press('Next');
    fireEvent.keyDown(picture(), { key: 'ArrowRight' });
    expect(onNext).toHaveBeenCalledTimes(2);
    press('Zoom in');
    fireEvent.keyDown(picture(), { key: 'ArrowRight' });
    expect(onNext).toHaveBeenCalledTimes(2);
    expect(picture().style.transform).toContain('translate(-48px');
    rerender(<Server src="b.jpg" onNext={onNext} />);
    expect(picture().style.transform).toContain('scale(1)');
  });

  it('says that there is none before', () => {
    render(<Server />);
    const previous = screen.getByRole('button', { name: 'Previous' });
    expect(previous.getAttribute('aria-disabled')).toBe('true');
  });

  it('tells that a picture did not come, and asks for it again when told to', () => {
    const onFail = vi.fn();
    const onRetry = vi.fn();
    const { rerender } = render(<Server onFail={onFail} onRetry={onRetry} />);
    expect(screen.queryByText('Cannot be shown')).toBeNull();
    fireEvent.error(picture());
    expect(onFail).toHaveBeenCalledOnce();
    rerender(<Server hasFailed onRetry={onRetry} />);
    expect(screen.getByText('Cannot be shown')).toBeDefined();
    expect(onRetry).not.toHaveBeenCalled();
    press('Try again');
    expect(onRetry).toHaveBeenCalledOnce();
  });
});
