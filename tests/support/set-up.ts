// Dexie looks for IndexedDB once, when the first file of the process loads it.
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { beforeAll, vi } from 'vitest';

type Library = typeof import('@testing-library/react');

// No file finds the databases of another.
globalThis.indexedDB = new IDBFactory();
Dexie.dependencies.indexedDB = globalThis.indexedDB;

// Files share a process, so that packages are loaded once. Our own modules are
// loaded anew for each: one file would see the mocks and the state of another.
vi.resetModules();

// A busy machine may take longer than the second that vitest allows. Files share
// its functions: the first one has done it for all.
const { waitFor } = vi;
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(look, options) {
    const asked = typeof options === 'number' ? { timeout: options } : options;
    return waitFor(look, { timeout: 10_000, ...asked });
  };
}

// The same for what a page does next, and for the second of the library.
beforeAll(async () => {
  if (typeof document === 'undefined') return;
  // Nor the page that another file left behind.
  globalThis.earlyAnswers = undefined;
  history.replaceState(null, '', '/');
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  const library = await import('@testing-library/react');
  library.configure({ asyncUtilTimeout: 10_000 });
  printDocumentOnce(library);
  moveFocusWithDialogs();
});

/**
 * A query that waits looks again at each change, and would print the document
 * each time that it finds nothing. The library prints it once more when the
 * wait has ended, and that text is the one that a failed test shows.
 */
function printDocumentOnce({ configure, getConfig }: Library): void {
  const { getElementError } = getConfig();
  // Files share the library: the first one has done it for all.
  if (getElementError.name === 'printAtTheEnd') return;
  const looksAgain = () => {
    const config = getConfig();
    const flag = '_disableExpensiveErrorDiagnostics';
    return flag in config && config[flag] === true;
  };
  configure({
    getElementError: function printAtTheEnd(message, container) {
      if (!looksAgain()) return getElementError(message, container);
      const error = new Error(message ?? '');
      error.name = 'TestingLibraryElementError';
      return error;
    },
  });
}

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
