// Dexie looks for IndexedDB once, when the first file of the process loads it.
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { beforeAll, vi } from 'vitest';

// No file finds the databases of another.
globalThis.indexedDB = new IDBFactory();
Dexie.dependencies.indexedDB = globalThis.indexedDB;

// Files share a process, so that packages are loaded once. Our own modules are
// loaded anew for each: one file would see the mocks and the state of another.
vi.resetModules();

// What a page does next may take a busy machine longer than the second that the
// library allows.
const { waitFor } = vi;
vi.waitFor = (look, options) =>
  waitFor(
    look,
    typeof options === 'number' ? options : { timeout: 10_000, ...options },
  );

beforeAll(async () => {
  if (typeof document === 'undefined') return;
  // Nor the page that another file left behind.
  globalThis.earlyAnswers = undefined;
  history.replaceState(null, '', '/');
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 10_000 });
  moveFocusWithDialogs();
});

/** A browser puts the focus into a modal dialog that opens, and back when it closes; this document does neither. */
function moveFocusWithDialogs() {
  const { prototype } = HTMLDialogElement;
  const { showModal, close } = prototype;
  // Files share a document: the first one has done it for all.
  if (showModal.name === 'showAndFocus') return;
  const before = new WeakMap<HTMLDialogElement, Element | null>();
  prototype.showModal = function showAndFocus() {
    before.set(this, document.activeElement);
    showModal.call(this);
    this.querySelector<HTMLElement>('button, input, select, textarea')?.focus();
  };
  prototype.close = function closeAndGiveBack() {
    close.call(this);
    const opener = before.get(this);
    if (opener instanceof HTMLElement) opener.focus();
  };
}
