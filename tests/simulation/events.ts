import type { Command, OthersDo } from './commands';
import { keepStale } from './worst-forms';
import { disguise, putObserver, remember } from './host-state';
import type { World } from './stage';

/** What other people do at the host meanwhile. */
export function othersDo(world: World, what: OthersDo, at: number): void {
  const { host } = world;
  const n = world.serial();
  const observer = host.observers[at % Math.max(1, host.observers.length)];
  const form = host.forms[at % Math.max(1, host.forms.length)];
  const thread = host.threads.all[at % Math.max(1, host.threads.all.length)];
  switch (what) {
    case 'rename':
      if (observer) putObserver(host, { ...observer, name: `o${n}.` });
      return;
    case 'newPhone':
      if (observer) {
        const phone = `08${String(n).padStart(8, '0')}`;
        putObserver(host, { ...observer, phone });
        disguise(host, `observer:${observer.id}`);
      }
      return;
    case 'delete':
      if (observer) disguise(host, `observer:${observer.id}`);
      host.observers = host.observers.filter(
        (row) => row !== observer || isBusy(world, row.id),
      );
      return;
    case 'add':
      host.nextId += 1;
      putObserver(host, {
        id: host.nextId,
        name: `o${n}.`,
        phone: `08${String(n).padStart(8, '0')}`,
        ngo: 'Vot Liber',
        numberOfNotes: 0,
        numberOfPollingStations: 0,
      });
      return;
    case 'editForm':
      if (!form) return;
      keepStale(host, form);
      form.currentVersion += 1;
      if (at % 2 === 0) {
        form.description = `o${n}.`;
        remember(host, `form:${form.id}.description`, form.description);
      } else {
        host.nextId += 1;
        const [first] = form.sections;
        first?.questions.push({
          id: host.nextId,
          code: `O${n}.`,
          text: `?${n}`,
          questionType: 1,
          options: [],
        });
      }
      return;
    case 'publish':
      if (form) Object.assign(form, { draft: !form.draft });
      return;
    case 'deleteForm':
      if (form) disguise(host, `form:${form.id}`);
      host.forms = host.forms.filter((each) => each !== form || !each.draft);
      return;
    case 'addThread': {
      if (!observer) return;
      const station = 100 + n;
      const added = {
        key: `${observer.id}:${station}`,
        observerId: observer.id,
        pollingStationId: station,
        pollingStationName: `Alba Sebeș ${station}`,
        observerName: observer.name,
        lastModified: Date.now(),
      };
      host.threads.all.push(added);
      if (at % 2 === 0) host.threads.urgent.push(added);
      return;
    }
    case 'touchThread':
      if (thread) Object.assign(thread, { lastModified: Date.now() });
      return;
    case 'dropThread':
      for (const list of ['urgent', 'all'] as const) {
        host.threads[list] = host.threads[list].filter(
          (row) => row.key !== thread?.key,
        );
      }
      return;
    case 'loseMany':
      host.isLosing = true;
      host.hasLost = true;
  }
}

function isBusy({ host }: World, id: number): boolean {
  return host.threads.all.some((row) => row.observerId === id);
}

/** How the host and the network behave from now on. */
export function setConditions(
  world: World,
  command: Extract<Command, { do: 'weather' | 'fault' | 'held' | 'host' }>,
): void {
  const { host, network } = world;
  switch (command.do) {
    case 'weather':
      network.weather = command.to;
      return;
    case 'fault':
      network.next[command.on].push(command.kind);
      return;
    case 'held':
      network.heldMs = command.ms;
      return;
    case 'host':
      host.isShuffling = command.isShuffling;
      host.staleMs = command.staleMs;
      host.isLosing = false;
  }
}
