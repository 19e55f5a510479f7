import { groupBy } from '../group-by';
import { demoPin } from '../seed/names';
import { readDemoFile } from '../seed/pictures';
import type { DemoFile } from '../seed/pictures';
import type { Random } from '../seed/random';
import type { Size } from '../seed/sizes';
import { demoObservers, nextStation } from './observers';
import type { SimulatedObserver } from './observers';
import { ServerRefusal, signIn } from './phone';
import type { Phone, PhoneForm, Send } from './phone';
import { demoStations } from './stations';
import { startNote, startVisit } from './visit';
import type { PlayedVisit, StepResult } from './visit';

/** Visits that go on at the same time, so that threads fill up side by side. */
const OPEN_VISITS = 12;
/** An observer may be gone or have a new pin; so many in a row are no demo. */
const MOST_REFUSED = 6;
/** How often each form is chosen at home; D is for the diaspora. */
const HOME_FORMS = ['A', 'B', 'B', 'B', 'C'];

/** A sentence for the person at the terminal: why it cannot go on. */
export class SimulationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SimulationError';
  }
}

/** A day that is played: each step is one observer sending one section. */
export interface PlayedDay {
  step(): Promise<StepResult>;
}

interface DayInput {
  send: Send;
  random: Random;
  /** Of the server's demo: who is where, and who is silent. */
  size: Size;
  /** Share of visits with a flagged answer, 0 to 1. */
  urgentShare: number;
  /** Share of visits by observers who were silent when the demo was made. */
  silentShare: number;
  /** Share of visits in which a note is all that is sent. */
  noteShare: number;
  now: () => Date;
}

/**
 * Prepares a day of visits against a server that holds demo data.
 *
 * Out: steps that may run at the same time. A step rejects with a
 * `SimulationError` when the server has no demo observers or no published form,
 * with a `ServerRefusal` when it refuses a write, and with the error of `send`
 * when there is no answer; a visit that failed is not gone on with.
 */
export function openDay({
  send,
  random,
  size,
  urgentShare,
  silentShare,
  noteShare,
  now,
}: DayInput): PlayedDay {
  const { silent, others } = demoObservers(size, random, now());
  const stations = groupBy(demoStations(), ({ countyCode }) => countyCode);
  const phones = new Map<string, Phone>();
  const files = new Map<string, Promise<DemoFile>>();
  const idle: PlayedVisit[] = [];
  let busy = 0;
  let forms: PhoneForm[] | undefined;

  return {
    async step() {
      const isFull = idle.length + busy >= OPEN_VISITS;
      const again = isFull && idle.length > 0 ? random.pick(idle) : undefined;
      if (again) idle.splice(idle.indexOf(again), 1);
      busy += 1;
      try {
        const visit = again ?? (await begin());
        const result = await visit.step();
        if (!result.isOver) idle.push(visit);
        return result;
      } finally {
        busy -= 1;
      }
    },
  };

  async function begin(): Promise<PlayedVisit> {
    const { phone, observer } = await pickPhone();
    const here = stations.get(observer.countyCode) ?? [];
    const station = nextStation(random, observer, here);
    if (random.chance(noteShare)) {
      return startNote({ random, phone, station, readFile });
    }
    forms ??= await phone.readForms();
    const wanted = station.isDiaspora ? 'D' : random.pick(HOME_FORMS);
    const full = forms.filter(({ sections }) => sections.length > 0);
    const form = full.find(({ code }) => code === wanted) ?? full[0];
    if (!form) throw new SimulationError('The server has no published form.');
    return startVisit({
      random,
      phone,
      station,
      form,
      isUrgent: random.chance(urgentShare),
      readFile,
      now,
    });
  }

  async function pickPhone(): Promise<{
    phone: Phone;
    observer: SimulatedObserver;
  }> {
    for (let refused = 0; refused < MOST_REFUSED; refused += 1) {
      const observer = random.pick(
        random.chance(silentShare) ? silent : others,
      );
      const { phone: number } = observer;
      const known = phones.get(number);
      if (known) return { phone: known, observer };
      try {
        const phone = await signIn(send, number, demoPin(number));
        phones.set(number, phone);
        return { phone, observer };
      } catch (error) {
        if (!isLoginRefused(error)) throw error;
      }
    }
    throw new SimulationError(
      'The server does not know the demo observers. Start it with demo data: ' +
        'an empty data folder, or --demo for a database of its own.',
    );
  }

  function readFile(name: string): Promise<DemoFile> {
    const file = files.get(name) ?? readDemoFile(name);
    files.set(name, file);
    return file;
  }
}

/** 400 is the contract's answer to wrong credentials; 429 is the throttle. */
function isLoginRefused(error: unknown): boolean {
  return (
    error instanceof ServerRefusal &&
    [400, 401, 403, 429].includes(error.status)
  );
}
