import { isKind } from '@/domain/outbox/op';

import type { Command, OthersDo } from './commands';
import { MESSAGE, SAME_TITLE } from './actions';
import { keepStale } from '../server/worst-forms';
import {
  disguise,
  dropObserver,
  putCounty,
  putMessage,
  putObserver,
  remember,
} from '../server/server-state';
import type { World } from '../device/stage';

/** What other people do at the host meanwhile. */
export function othersDo(world: World, what: OthersDo, at: number): void {
  const { host } = world;
  const n = world.serial();
  const observer = host.observers[at % Math.max(1, host.observers.length)];
  const form = host.forms[at % Math.max(1, host.forms.length)];
  const county = host.counties[at % Math.max(1, host.counties.length)];
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
      if (observer && !isBusy(world, observer.id)) {
        dropObserver(host, observer.id);
      }
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
      return;
    case 'editCounty':
      if (county) putCounty(host, { ...county, name: `o${n}.` });
      return;
    case 'colleagueWrites':
      return writeTheSame(world, 'eva@demo.org', at);
    case 'deviceWrites':
      return writeTheSame(world, world.account.actor.sub, at);
  }
}

/**
 * Somebody else sends the very message that was last composed here: a colleague,
 * or the same person on another device.
 */
function writeTheSame(
  { host, account }: World,
  sender: string,
  at: number,
): void {
  const last = account.kept
    .intent('outbox')
    .findLast((op) => isKind(op, 'notification.send'));
  const title = last?.args.title ?? SAME_TITLE;
  const message = last?.args.message ?? MESSAGE;
  const everybody = host.observers.map(({ id }) => id);
  const wanted = at % 2 === 0 ? last?.args.recipients : undefined;
  const recipients = wanted?.filter((id) => everybody.includes(id));
  host.pushes.push({ title, at: host.now() });
  putMessage(host, sender, title, message, recipients ?? everybody);
  host.foreign.push({
    at: host.now(),
    account: sender,
    title,
    message,
    ...(recipients ? { recipients } : {}),
  });
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
