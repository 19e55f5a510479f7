import type { DemoFile } from '../seed/pictures';
import type { Random } from '../seed/random';
import { alarmNotes, calmNotes, generalAlarms } from '../seed/texts';
import { fillIn } from './fill-in';
import type {
  FormQuestion,
  FormSection,
  Phone,
  PhoneForm,
  PhoneStationInfo,
} from './phone';
import type { SimulatedStation, StationName } from './stations';

const NOTE_SHARE = 0.15;
const ALARM_NOTE_SHARE = 0.6;
const PICTURE_SHARE = 0.75;
const LEAVE_SHARE = 0.6;

const stationNotes = calmNotes.filter(({ question }) => question === null);

/** The result of one step of a visit. */
export interface StepResult {
  /** Questions answered. */
  answers: number;
  notes: number;
  /** The thread is new with this step. */
  isFirst: boolean;
  /** A flagged answer was sent. */
  isUrgent: boolean;
  /** There is no further step. */
  isOver: boolean;
}

/** An observer at a station who sends one section of a form per step. */
export interface PlayedVisit {
  step(): Promise<StepResult>;
}

interface NoteInput {
  random: Random;
  phone: Phone;
  station: SimulatedStation;
  /** Reads one of the demo's pictures. */
  readFile: (fileName: string) => Promise<DemoFile>;
}

interface VisitInput extends NoteInput {
  /** Has at least one section. */
  form: PhoneForm;
  isUrgent: boolean;
  now: () => Date;
}

/** A visit of one step in which the observer sends a note and answers nothing. */
export function startNote(input: NoteInput): PlayedVisit {
  return {
    async step() {
      const source = input.random.pick(stationNotes);
      await sendNote(input, null, source.text, source.pictures);
      return {
        answers: 0,
        notes: 1,
        isFirst: false,
        isUrgent: false,
        isOver: true,
      };
    },
  };
}

/**
 * Starts a visit. The first step says that the observer arrived and sends the
 * first section; each later one sends the next section, now and then with a
 * note; the last may say that the observer left. Steps reject as `signIn` says.
 */
export function startVisit(input: VisitInput): PlayedVisit {
  const { random, phone, form, now } = input;
  const { isDiaspora } = input.station;
  const station = nameOf(input.station);
  // One section brings the flag, so a thread may turn urgent on the way.
  const flaggable = form.sections.filter(({ questions }) =>
    questions.some(hasFlag),
  );
  const alarm =
    input.isUrgent && flaggable.length > 0 ? random.pick(flaggable) : undefined;
  let sent = 0;

  return {
    async step() {
      const section = form.sections[sent] ?? { questions: [] };
      const isFirst = sent === 0;
      sent += 1;
      const isOver = sent >= form.sections.length;
      const isUrgent = section === alarm;
      const flagged = isUrgent
        ? random.pick(section.questions.filter(hasFlag))
        : undefined;

      if (isFirst) await phone.arrive(station, describe());
      const answers = await answer(section, flagged);
      const notes = await writeNote(flagged);
      if (isOver && random.chance(LEAVE_SHARE)) {
        await phone.leave(station, now().toISOString());
      }
      return { answers, notes, isFirst, isUrgent, isOver };
    },
  };

  async function answer(
    { questions }: FormSection,
    flagged: FormQuestion | undefined,
  ): Promise<number> {
    const answers = questions.flatMap((question) => {
      const filled = fillIn(random, question, question === flagged);
      return filled ? [filled] : [];
    });
    if (answers.length > 0) await phone.answer(station, answers);
    return answers.length;
  }

  async function writeNote(flagged: FormQuestion | undefined): Promise<number> {
    if (!random.chance(flagged ? ALARM_NOTE_SHARE : NOTE_SHARE)) return 0;
    const source = random.pick(flagged ? alarmNotes : stationNotes);
    const text = flagged ? random.pick(generalAlarms) : source.text;
    await sendNote(input, flagged?.id ?? null, text, source.pictures);
    return 1;
  }

  function describe(): PhoneStationInfo {
    const members = random.between(5, 9);
    return {
      observerArrivalTime: now().toISOString(),
      urbanArea: isDiaspora || random.chance(0.7),
      isPollingStationPresidentFemale: random.chance(0.55),
      numberOfVotersOnTheList: random.between(320, 1_980),
      numberOfCommissionMembers: members,
      numberOfFemaleMembers: random.between(1, members),
      minPresentMembers: random.between(4, members),
      chairmanPresence: random.chance(0.97),
      singlePollingStationOrCommission: random.chance(0.6),
      adequatePollingStationSize: random.chance(0.85),
    };
  }
}

async function sendNote(
  { random, phone, station, readFile }: NoteInput,
  questionId: number | null,
  text: string,
  pictures: readonly string[],
): Promise<void> {
  const names = random.chance(PICTURE_SHARE) ? pictures : [];
  const files = await Promise.all(names.map((name) => readFile(`${name}.jpg`)));
  await phone.note(nameOf(station), questionId, text, files);
}

/** What phones send of a station, and nothing else. */
function nameOf(station: SimulatedStation): StationName {
  const { countyCode, municipalityCode, pollingStationNumber } = station;
  return { countyCode, municipalityCode, pollingStationNumber };
}

function hasFlag({ optionsToQuestions }: FormQuestion): boolean {
  return optionsToQuestions.some(({ flagged }) => flagged);
}
