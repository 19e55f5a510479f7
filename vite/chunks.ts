import { fileURLToPath } from 'node:url';

import type { Rolldown } from 'vite';

const src = fileURLToPath(new URL('../src', import.meta.url));

/** The chunk that the screens share with the workers. */
export const CORE = 'core';
/** The chunk of the sign-in screen. */
export const BASE = 'base';
/** The chunk of the first list and its frame. */
export const APP = 'app';
/** The chunk of all screens but the first list. */
export const SCREENS = 'screens';

const PAGE = `${src}/main.tsx`;
const SYNC_WORKER = `${src}/workers/sync.worker.ts`;
const WORKERS = [
  SYNC_WORKER,
  `${src}/components/import/import.worker.ts`,
  `${src}/features/answers/evidence/evidence.worker.ts`,
];
/** What the frame and the first list are drawn from. */
const FIRST_SCREEN = `${src}/app/session/signed-in.tsx`;
/** The module that imports the signed-in screens when they are needed. */
const SCREEN_LOADER = `${src}/app/pages.ts`;
/** Screens that few people open: each has a chunk of its own. */
const RARE_SCREENS = [
  'import-page.tsx',
  'new-form-page.tsx',
  'edit-form-page.tsx',
  'accounts-page.tsx',
  'my-account-page.tsx',
  'set-up-page.tsx',
  'audit-page.tsx',
];
/** The rules of phone numbers: for the screens that compare them, never for the first. */
const PHONES = [`${src}/domain/phone.ts`, '/node_modules/libphonenumber-js/'];
/** The page of a link for a PIN, for phones of observers: it must not bring the screens along. */
const PIN_SCREEN = `${src}/app/session/pin-link.tsx`;
const IMPORT_SCREEN = `${src}/features/observers/import/import-page.tsx`;
/** What is loaded when the deployment plan is opened. */
const PLAN_SCREENS = [
  `${src}/features/coverage/plan/plan-view.tsx`,
  `${src}/features/coverage/plan/import/plan-import-page.tsx`,
];

/**
 * Names the chunk of each module of one build: `base` has what the sign-in screen
 * needs, and what others share with the page of a link for a PIN, `app` the first list
 * behind it, `screens` the other screens, `core` what screens share with the workers,
 * `imports` what the other screens share with the worker that reads files, `shared` what
 * these two pages share with them, `parts` what the other screens share with what the sync
 * worker loads later; `phones` has the rules of phone numbers, `plan` the
 * deployment plan, `tables` what it shares with the worker that reads files. The bundler
 * splits the rest as it is imported.
 *
 * No two of these import each other: a module that a worker needs imports only
 * modules that this worker needs, too.
 */
export function nameChunks(): Rolldown.CodeSplittingNameFunction {
  const closures = new Map<string, Set<string>>();

  return (id, modules) => {
    /** What the root imports, and what that imports, without dynamic imports. */
    const closureOf = (root: string) => {
      const known = closures.get(root);
      if (known) return known;
      const closure = new Set([root]);
      for (const each of closure) {
        for (const next of modules.getModuleInfo(each)?.importedIds ?? []) {
          closure.add(next);
        }
      }
      closures.set(root, closure);
      return closure;
    };
    /** The roots of what is loaded later, by it or by what it has loaded. */
    const partsOf = (root: string): string[] => {
      const parts = new Set<string>();
      const roots = [root];
      for (const each of roots) {
        for (const id of closureOf(each)) {
          const later = modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
          roots.push(...later.filter((part) => !parts.has(part)));
          for (const part of later) parts.add(part);
        }
      }
      return [...parts];
    };
    const loaded = modules.getModuleInfo(SCREEN_LOADER)?.dynamicallyImportedIds;
    const screens = (loaded ?? []).filter(
      (screen) => !RARE_SCREENS.some((rare) => screen.endsWith(rare)),
    );

    if (PHONES.some((part) => id.includes(part))) return 'phones';
    const isOfAny = (roots: readonly string[]) =>
      roots.some((root) => closureOf(root).has(id));
    // What a worker loads later must not import a page either: no worker has a document.
    const isOfPart = isOfAny(partsOf(SYNC_WORKER));
    const isOfWorker = isOfPart || isOfAny(WORKERS);
    const isOfOthers = isOfWorker || isOfAny([FIRST_SCREEN, ...screens]);
    const isOfDoor = isOfAny([PAGE]) || (isOfAny([PIN_SCREEN]) && isOfOthers);
    if (isOfDoor) return isOfWorker ? 'shared' : BASE;
    const isOfFirst = isOfAny([FIRST_SCREEN]);
    const isOfScreens = isOfFirst || isOfAny(screens);
    if (isOfScreens && isOfWorker) {
      if (isOfFirst || isOfAny([SYNC_WORKER])) return CORE;
      return isOfPart ? 'parts' : 'imports';
    }
    // The worker is loaded with the first screen: what it shares with a rare one, too.
    if (isOfAny(loaded ?? []) && isOfAny([SYNC_WORKER])) return CORE;
    if (isOfFirst) return APP;
    if (isOfScreens) return SCREENS;
    const isOfPlan = isOfAny(PLAN_SCREENS);
    if (isOfPlan && isOfWorker) return 'tables';
    if (isOfPlan && !isOfAny([IMPORT_SCREEN])) return 'plan';
    return null;
  };
}
