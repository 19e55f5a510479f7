import type { ObserverPerson } from './observers';
import type { CountyStations, StationRow } from './places/places';
import { createRandom, itemAt } from './random';
import type { Random } from './random';

const MINUTE_MS = 60_000;
/** Length of the demo day: 06:00 to 23:00, when the seed runs. */
const DAY_MINUTES = 17 * 60;
/** 21:00, when voting ends. */
const CLOSING_MINUTE = 15 * 60;
/** 08:00: an observer who comes later has missed the opening. */
const OPENING_MINUTE = 2 * 60;
const MOST_VISITS = 8;
const OPENING_SHARE = 0.55;
const COUNTING_SHARE = 0.5;
const DIASPORA_SHARE = 0.045;
/** Counties where an organisation found few people: the gaps of coverage. */
const GAP_COUNTIES: ReadonlySet<string> = new Set(['MH', 'SJ', 'TL']);
/** Of those who would be in such a county, who is. */
const GAP_SHARE = 0.15;

/** One form that an observer fills in, between two instants in milliseconds. */
interface Filling {
  formCode: string;
  from: number;
  to: number;
}

/** The stay of an observer at a station, which becomes a thread. */
export interface Visit {
  observer: ObserverPerson;
  station: StationRow;
  isDiaspora: boolean;
  arrival: number;
  /** Null while the observer is still there. */
  leave: number | null;
  fillings: Filling[];
}

/**
 * Plans exactly `count` visits over an election day that ends at `now`. No
 * observer visits a station twice, and a few counties have hardly anybody. Each
 * visit has at least one form: A when the observer saw the opening, B (D abroad)
 * during the day, C when the observer stayed for the count. Throws a RangeError when the observers are too few for
 * the visits.
 */
export function planVisits(
  random: Random,
  observers: readonly ObserverPerson[],
  places: readonly CountyStations[],
  count: number,
  now: Date,
): Visit[] {
  const dayStart = startOfDemoDay(now);
  const counts = spreadVisits(random, observers.length, count);
  const home = places.filter(({ county }) => !county.diaspora);
  const abroad = places.filter(({ county }) => county.diaspora);
  // One entry per station, so that big counties are chosen more often.
  const homeByStation = home.flatMap((place) =>
    place.stations.map(() => place),
  );
  const wellCovered = homeByStation.filter(
    ({ county }) => !GAP_COUNTIES.has(county.code),
  );
  const gaps = createRandom(`gaps ${count}`);

  return observers.flatMap((observer, index) => {
    const isDiaspora = random.chance(DIASPORA_SHARE);
    const picked = random.pick(isDiaspora ? abroad : homeByStation);
    const isGap =
      GAP_COUNTIES.has(picked.county.code) && !gaps.chance(GAP_SHARE);
    const { stations } = isGap ? gaps.pick(wellCovered) : picked;
    const first = random.between(0, stations.length - 1);
    const visits = counts[index] ?? 0;
    const seesOpening = random.chance(OPENING_SHARE);
    const staysForCount = random.chance(COUNTING_SHARE);
    const start = seesOpening
      ? random.between(0, 40)
      : random.between(OPENING_MINUTE + 30, 11 * 60);
    const end = staysForCount
      ? DAY_MINUTES - random.between(0, 25)
      : Math.min(start + random.between(120, 420), CLOSING_MINUTE);
    const slot = (end - start) / Math.max(visits, 1);

    return Array.from({ length: visits }, (_, nth): Visit => {
      const arrival = start + slot * nth + random.fraction() * slot * 0.15;
      const leave = start + slot * (nth + 1) - random.fraction() * slot * 0.1;
      const isLast = nth === visits - 1;
      const plan = planFillings({
        arrival,
        leave,
        voting: isDiaspora ? 'D' : 'B',
        seesOpening: seesOpening && nth === 0,
        staysForCount: staysForCount && isLast,
      });
      return {
        observer,
        station: itemAt(stations, (first + nth) % stations.length),
        isDiaspora,
        arrival: instant(arrival),
        leave: isLast && random.chance(0.35) ? null : instant(leave),
        fillings: plan.map(({ formCode, from, to }) => ({
          formCode,
          from: instant(from),
          to: instant(to),
        })),
      };
    });
  });

  function instant(minute: number): number {
    return dayStart + Math.round(minute * 60) * 1000;
  }
}

/** Epoch ms at which the demo day began that ends at `now`. */
export function startOfDemoDay(now: Date): number {
  return now.getTime() - DAY_MINUTES * MINUTE_MS;
}

interface Stay {
  arrival: number;
  leave: number;
  voting: string;
  seesOpening: boolean;
  staysForCount: boolean;
}

/** The forms that observers fill in during a stay, in minutes of the day. */
function planFillings(stay: Stay): Filling[] {
  const { arrival, leave } = stay;
  const plan: Filling[] = [];
  if (stay.seesOpening) {
    const to = Math.min(leave, Math.max(OPENING_MINUTE, arrival + 20));
    plan.push({ formCode: 'A', from: arrival, to });
  }
  const countFrom = Math.max(arrival, CLOSING_MINUTE);
  if (stay.staysForCount && countFrom < leave) {
    plan.push({ formCode: 'C', from: countFrom, to: leave });
  }
  const votingFrom = stay.seesOpening
    ? Math.min(leave, OPENING_MINUTE + 20)
    : arrival;
  const votingTo = Math.min(leave, CLOSING_MINUTE);
  if (votingFrom < votingTo) {
    plan.push({ formCode: stay.voting, from: votingFrom, to: votingTo });
  }
  return plan.length > 0
    ? plan
    : [{ formCode: stay.voting, from: arrival, to: leave }];
}

/**
 * Number of visits of each observer: one, and the others at random, at most
 * eight.
 */
function spreadVisits(
  random: Random,
  people: number,
  visits: number,
): number[] {
  if (visits < people || visits > people * MOST_VISITS) {
    throw new RangeError(`${people} observers cannot make ${visits} visits`);
  }
  const counts = Array.from({ length: people }, () => 1);
  let left = visits - people;
  while (left > 0) {
    const who = random.between(0, people - 1);
    const count = counts[who] ?? MOST_VISITS;
    if (count < MOST_VISITS) {
      counts[who] = count + 1;
      left -= 1;
    }
  }
  return counts;
}
