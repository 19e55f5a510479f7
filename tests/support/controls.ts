import { fireEvent, screen, waitFor } from '@testing-library/react';

/** A field by the beginning of its label, once it is on the screen. */
export async function field(label: string): Promise<HTMLInputElement> {
  const found = await screen.findByLabelText(new RegExp(`^${label}`));
  if (found instanceof HTMLInputElement) return found;
  throw new Error(`${label} is no input`);
}

/** Replaces the text of a field. */
export function type(input: HTMLElement, value: string): void {
  fireEvent.input(input, { target: { value } });
}

/** Replaces the text of the field with this label. */
export function typeInto(label: RegExp, value: string): void {
  type(screen.getByLabelText(label), value);
}

/** Presses a button that is on the screen. */
export function press(name: string | RegExp): void {
  fireEvent.click(screen.getByRole('button', { name }));
}

/** Presses a button once it is on the screen. */
export async function pressLater(name: string | RegExp): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name }));
}

/** Presses a button once it can be pressed: the one to try again rests while a page asks. */
export async function pressWhenAble(name: string | RegExp): Promise<void> {
  const able = await waitFor(() => {
    const button = screen.getByRole('button', { name });
    if (isDisabled(button)) throw new Error(`${name} cannot be pressed yet`);
    return button;
  });
  fireEvent.click(able);
}

export function isDisabled(control: HTMLElement): boolean {
  return (
    control.getAttribute('aria-disabled') === 'true' ||
    control.hasAttribute('disabled')
  );
}

/** Why a button cannot be used; undefined when it can. */
export function reasonOf(button: HTMLElement): string | undefined {
  if (!isDisabled(button)) return undefined;
  const id = button.getAttribute('aria-describedby') ?? '';
  return document.querySelector(`[id="${id}"]`)?.textContent ?? '';
}
