import { isKind } from '@/domain/outbox/op';

import type { Command, OthersDo } from './commands';
import { MESSAGE, SAME_TITLE } from './actions';
import { keepStale, noteFormEdited, recodeForm } from '../server/worst-forms';
import {
  disguise,
  dropObserver,
  putCounty,
  putMessage,
  putObserver,
  remember,
} from '../server/server-state';
import type { World } from '../device/stage';

/** What other people do at the server meanwhile. */
export function othersDo(world: World, what: OthersDo, at: number): void {
  const { server } = world;
  const n = world.serial();
  const observer = server.observers[at % Math.max(1, server.observers.length)];
  const form = server.forms[at % Math.max(1, server.forms.length)];
  const county = server.counties[at % Math.max(1, server.counties.length)];
  const thread =
    server.threads.all[at % Math.max(1, server.threads.all.length)];
  switch (what) {
    case 'rename':
      if (observer) putObserver(server, { ...observer, name: `o${n}.` });
      return;
    case 'newPhone':
      if (observer) {
        const phone = `08${String(n).padStart(8, '0')}`;
        putObserver(server, { ...observer, phone });
      }
      return;
    case 'delete':
      if (observer) disguise(server, `observer:${observer.id}`);
      if (observer && !isBusy(world, observer.id)) {
        dropObserver(server, observer.id);
      }
      return;
    case 'add':
      server.nextId += 1;
      putObserver(server, {
        id: server.nextId,
        name: `o${n}.`,
        phone: `08${String(n).padStart(8, '0')}`,
        ngo: 'Vot Liber',
        numberOfNotes: 0,
        numberOfPollingStations: 0,
      });
      return;
    case 'editForm':
      if (!form) return;
      keepStale(server, form);
      noteFormEdited(server, form);
      form.currentVersion += 1;
      if (at % 2 === 0) {
        form.description = `o${n}.`;
        remember(server, `form:${form.id}.description`, form.description);
      } else {
        server.nextId += 1;
        const [first] = form.sections;
        first?.questions.push({
          id: server.nextId,
          code: `O${n}.`,
          text: `?${n}`,
          questionType: 1,
          options: [],
        });
      }
      return;
    case 'recodeForm':
      if (form) recodeForm(server, form, `R${n}`);
      return;
    case 'publish':
      if (form) Object.assign(form, { draft: !form.draft });
      return;
    case 'deleteForm':
      if (form) disguise(server, `form:${form.id}`);
      server.forms = server.forms.filter(
        (each) => each !== form || !each.draft,
      );
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
      server.threads.all.push(added);
      if (at % 2 === 0) server.threads.urgent.push(added);
      return;
    }
    case 'touchThread':
      if (thread) Object.assign(thread, { lastModified: Date.now() });
      return;
    case 'dropThread':
      for (const list of ['urgent', 'all'] as const) {
        server.threads[list] = server.threads[list].filter(
          (row) => row.key !== thread?.key,
        );
      }
      return;
    case 'loseMany':
      server.isLosing = true;
      server.hasLost = true;
      return;
    case 'editCounty':
      if (county) putCounty(server, { ...county, name: `o${n}.` });
      return;
    case 'deleteCounty':
      if (county) disguise(server, `county:${county.id}`);
      server.counties = server.counties.filter((each) => each !== county);
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
  { server, account }: World,
  sender: string,
  at: number,
): void {
  const last = account.stored
    .intent('outbox')
    .findLast((op) => isKind(op, 'notification.send'));
  const title = last?.args.title ?? SAME_TITLE;
  const message = last?.args.message ?? MESSAGE;
  const everybody = server.observers.map(({ id }) => id);
  const wanted = at % 2 === 0 ? last?.args.recipients : undefined;
  const recipients =
    wanted?.filter((id) => everybody.includes(id)) ?? everybody;
  server.pushes.push({ title, at: server.now() });
  putMessage(server, sender, title, message, recipients);
  server.foreign.push({
    at: server.now(),
    account: sender,
    title,
    message,
    recipients,
  });
}

function isBusy({ server }: World, id: number): boolean {
  return server.threads.all.some((row) => row.observerId === id);
}

/** How the server and the network behave from now on. */
export function setConditions(
  world: World,
  command: Extract<
    Command,
    { do: 'weather' | 'fault' | 'held' | 'probe' | 'server' }
  >,
): void {
  const { server, network } = world;
  switch (command.do) {
    case 'weather':
      network.weather = command.to;
      return;
    case 'fault':
      network.next.push({ on: command.on, kind: command.kind });
      return;
    case 'held':
      network.heldMs = command.ms;
      return;
    case 'probe':
      network.probe = command.how;
      return;
    case 'server':
      server.isShuffling = command.isShuffling;
      server.staleMs = command.staleMs;
      server.isLosing = false;
  }
}
