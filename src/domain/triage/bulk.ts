import type { TriageHistory, TriageMark, TriageState } from './triage';
import { markInForce, triageStateOf } from './triage';

/** One decision about one thread or several. */
export interface Decision extends Pick<TriageMark, 'state' | 'note'> {
  keys: readonly string[];
}

type Histories = ReadonlyMap<string, TriageHistory>;

/**
 * The decisions that bring threads to one state. Each keeps its note, so those with
 * the same note are decided together; a thread that has the state is left out.
 */
export function decideTogether(
  keys: readonly string[],
  state: TriageState,
  histories: Histories,
): Decision[] {
  const others = keys.filter((key) => stateIn(histories, key) !== state);
  return group(others, (key) => ({ state, note: noteIn(histories, key) }));
}

/** How threads stand: the decisions that bring them back to it. */
export function standingOf(
  keys: readonly string[],
  histories: Histories,
): Decision[] {
  return group(keys, (key) => ({
    state: stateIn(histories, key),
    note: noteIn(histories, key),
  }));
}

function stateIn(histories: Histories, key: string): TriageState {
  return triageStateOf(histories.get(key) ?? []);
}

function noteIn(histories: Histories, key: string): string {
  return markInForce(histories.get(key) ?? [])?.note ?? '';
}

function group(
  keys: readonly string[],
  decisionOf: (key: string) => Pick<TriageMark, 'state' | 'note'>,
): Decision[] {
  const groups = new Map<string, Decision & { keys: string[] }>();
  for (const key of keys) {
    const { state, note } = decisionOf(key);
    const name = `${state} ${note}`;
    const known = groups.get(name);
    if (known) known.keys.push(key);
    else groups.set(name, { state, note, keys: [key] });
  }
  return [...groups.values()];
}
