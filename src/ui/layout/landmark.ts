const LANDMARKS = 'dialog, main, header';

/**
 * The part of the page that a menu or a hint of this control is drawn in. Outside of every
 * landmark, people who go through a page by its landmarks would never meet it.
 */
export function landmarkOf(control: Element): HTMLElement {
  return control.closest<HTMLElement>(LANDMARKS) ?? document.body;
}
