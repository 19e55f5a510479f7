/** What a key does: its words in the list of shortcuts, and its action. */
interface Shortcut {
  words: string;
  act: (event: KeyboardEvent) => void;
}

/**
 * Shortcuts by the name of their key: 'j', '?', 'Enter', 'Alt+ArrowUp', 'Mod+Shift+Z'. Mod is Ctrl,
 * or Cmd on a Mac.
 */
export type Shortcuts = Readonly<Record<string, Shortcut>>;

/** One line of the list of shortcuts. */
export interface ShortcutLine {
  words: string;
  /** Each key that does it, as its parts. */
  keys: readonly (readonly string[])[];
  /** It is there on every screen. */
  isEverywhere: boolean;
}

/** A table in force. The same object is what binds the keys and what the list is made of. */
interface Table {
  shortcuts: Shortcuts;
  isEverywhere: boolean;
}

const tables = new Set<Table>();

/**
 * Puts a table in force; its shortcuts may be replaced meanwhile. Returns the
 * undo.
 */
export function layOut(table: Table): () => void {
  tables.add(table);
  return () => tables.delete(table);
}

/** Whether a screen has this key: there it does not do what it does elsewhere. */
export function isOfScreen(name: string): boolean {
  return [...tables].some(
    ({ shortcuts, isEverywhere }) => !isEverywhere && name in shortcuts,
  );
}

/**
 * All shortcuts in force now, in the order in which their screens came; those
 * with the same words are one line with several keys.
 */
export function listShortcuts(): ShortcutLine[] {
  const lines = new Map<string, ShortcutLine & { keys: string[][] }>();
  for (const { shortcuts, isEverywhere } of tables) {
    for (const [name, { words }] of Object.entries(shortcuts)) {
      if (!isOn(name) || (isEverywhere && isOfScreen(name))) continue;
      const line = lines.get(words) ?? { words, keys: [], isEverywhere };
      const parts = partsOf(name);
      // The same table stands in every row of a list.
      if (!line.keys.some((known) => known.join() === parts.join())) {
        line.keys.push(parts);
      }
      lines.set(words, line);
    }
  }
  return [...lines.values()];
}

/**
 * The name of the key that was pressed, as tables have it; undefined for Ctrl
 * and Cmd at once.
 */
export function nameOf(event: KeyboardEvent): string | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (ctrlKey && metaKey) return undefined;
  const isChord = ctrlKey || metaKey || altKey;
  const isSign = key.length === 1;
  return [
    ...(ctrlKey || metaKey ? ['Mod'] : []),
    ...(altKey ? ['Alt'] : []),
    // Of a sign alone, Shift is a part: "?" is typed with it.
    ...(shiftKey && (isChord || !isSign) ? ['Shift'] : []),
    isChord && isSign ? key.toUpperCase() : key,
  ].join('+');
}

const DRAWN: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
};

function partsOf(name: string): string[] {
  // "+" is a key as well.
  const parts = name === '+' ? [name] : name.split('+');
  return parts.map((part) =>
    part === 'Mod' ? (isApple() ? '⌘' : 'Ctrl') : (DRAWN[part] ?? part),
  );
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

let areSingleKeysOn = true;

/**
 * Turns shortcuts of one sign alone on or off (WCAG 2.1.4): a slip of the hand
 * or a voice that dictates presses them, too.
 */
export function turnSingleKeys(on: boolean): void {
  areSingleKeysOn = on;
}

/** Whether the shortcut of this name is on: single keys can be turned off. */
export function isOn(name: string): boolean {
  return areSingleKeysOn || name.length > 1;
}
