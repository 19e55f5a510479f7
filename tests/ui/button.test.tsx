import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { Button, ButtonLink, IconButton } from '@/ui/button';
import { LinkRenderer } from '@/ui/link';

afterEach(cleanup);

const theButton = () => screen.getByRole<HTMLButtonElement>('button');

describe('button', () => {
  it('submits no form unless told to', () => {
    render(<Button>Export</Button>);
    expect(theButton().type).toBe('button');
  });

  it('does nothing with a reason, keeps the focus and says why', () => {
    const onClick = vi.fn();
    render(
      <Button reason="Only an organizer may import." onClick={onClick}>
        Import
      </Button>,
    );
    const button = theButton();
    fireEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.disabled).toBe(false);
    button.focus();
    expect(document.activeElement).toBe(button);
    const id = button.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(id)?.textContent).toBe(
      'Only an organizer may import.',
    );
  });

  it('shows its reason when it is pressed', async () => {
    render(<Button reason="Not yet.">Send</Button>);
    expect(screen.queryByRole('tooltip')).toBeNull();
    fireEvent.pointerUp(theButton());
    expect((await screen.findByRole('tooltip')).textContent).toBe('Not yet.');
  });

  it('keeps a form from being submitted while it has a reason', () => {
    const onSubmit = vi.fn((event: { preventDefault: () => void }) =>
      event.preventDefault(),
    );
    const form = (reason?: string) => (
      <form onSubmit={onSubmit}>
        <Button type="submit" reason={reason}>
          Save
        </Button>
      </form>
    );
    const { rerender } = render(form('Nothing has changed.'));
    fireEvent.click(theButton());
    expect(onSubmit).not.toHaveBeenCalled();
    rerender(form());
    fireEvent.click(theButton());
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('stays the same element when a reason comes or goes', () => {
    const { rerender } = render(<Button>Save</Button>);
    const before = theButton();
    rerender(<Button reason="Saving.">Save</Button>);
    expect(theButton()).toBe(before);
  });

  it('names an icon alone', () => {
    render(<IconButton icon="zoomin" name="Zoom in" />);
    expect(screen.getByRole('button', { name: 'Zoom in' })).toBeDefined();
  });
});

describe('button link', () => {
  it('is a plain link without an app around it', () => {
    render(<ButtonLink href="/observers/new">Add</ButtonLink>);
    expect(screen.getByRole('link').getAttribute('href')).toBe(
      '/observers/new',
    );
  });

  it('sends paths of ours, and nothing else, through the app', () => {
    render(
      <LinkRenderer
        value={({ href, children }) => (
          <a href={href} data-routed="">
            {children}
          </a>
        )}
      >
        <ButtonLink href="/forms">ours</ButtonLink>
        <ButtonLink href="tel:0700000000">phone</ButtonLink>
        <ButtonLink href="//elsewhere.example/">elsewhere</ButtonLink>
        <ButtonLink href="/guide.pdf" target="_blank" rel="noopener">
          guide
        </ButtonLink>
      </LinkRenderer>,
    );
    const routed = screen
      .getAllByRole('link')
      .filter((link) => link.dataset['routed'] !== undefined);
    expect(routed.map((link) => link.textContent)).toEqual(['ours']);
  });
});
