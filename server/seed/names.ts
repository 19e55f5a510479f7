import { itemAt } from './random';
import type { Random } from './random';

const WOMEN = (
  'Ana Maria Elena Ioana Andreea Mihaela Alexandra Cristina Daniela Gabriela ' +
  'Simona Raluca Roxana Diana Laura Alina Monica Irina Oana Corina Carmen ' +
  'Adriana Mădălina Bianca Teodora Ilinca Smaranda Anca Ruxandra Sorina ' +
  'Ștefania Lavinia Camelia Delia Iulia Larisa Miruna Otilia Petra Silvia'
).split(' ');

const MEN = (
  'Andrei Alexandru Mihai Ștefan Ion Gheorghe Cristian Adrian Florin Bogdan ' +
  'Daniel Gabriel Marius Radu Vlad Tudor Dragoș Cătălin Răzvan Sorin Ovidiu ' +
  'Liviu Matei Luca David Horia Sergiu Emil Victor Paul Nicolae Petru Rareș ' +
  'Cosmin Dan Eduard Filip Iustin Lucian Octavian Robert Silviu Traian'
).split(' ');

/**
 * Surnames are made of a stem and an ending, so that none means a real person.
 */
const SURNAME_STEMS = (
  'Zimbr Brumăr Vântur Cireșn Măcrin Lunculț Rochin Ghimbir Murmur Sclipir ' +
  'Tufănel Vâslar Frasinel Cucurig Codalb Plopișar Roibăn Sălcin Trestior ' +
  'Urzicel Văzdog Zorel Amurgel Bobârn Ciocârlit Dumbrăvar Ferigar Graurin ' +
  'Hameiar Iasomin Jneapăn Lăcrimior Mierlar Nufărel Ogorel Pătlăgin Răchitar ' +
  'Scaieț Turturic Undrelar Vișinel Zmeurar Arțarin Busuiocel Coacăzar ' +
  'Drobitar Fluierar Gutuiel Hribar Izmănar Licuric Mălinar Nalbar Ovăzar ' +
  'Pârâiaș Rapițar Sânzien Tisar Ulmișor Voluntin Ariniș Brândușar Cimbrișor ' +
  'Dediț Ghiocelar Lavandin Mesteac Pinteș Socar Teișan'
).split(' ');

const SURNAME_ENDINGS = 'escu eanu oiu ău ean uș ilă ea ache aș'.split(' ');

/**
 * A name with one or two given names and a surname, in Romanian letters and at
 * most 200 characters (docs/api-contract.md 8, rule 15).
 */
export function makeUpName(random: Random): string {
  const given = random.chance(0.58) ? WOMEN : MEN;
  const first = random.pick(given);
  const second = random.pick(given);
  const surname = random.pick(SURNAME_STEMS) + random.pick(SURNAME_ENDINGS);
  const isDouble = random.chance(0.15) && second !== first;
  return isDouble ? `${first}-${second} ${surname}` : `${first} ${surname}`;
}

/**
 * The phone of the observer at `index`, from 0: a number from 0700 000 000
 * upward, a block that has no real numbers. Every twelfth has the country
 * prefix, so that queries carry a `+`.
 */
export function phoneAt(index: number): string {
  const number = String(700_000_000 + index);
  return index % 12 === 11 ? `+40${number}` : `0${number}`;
}

const PINS = ['1357', '2468', '3579', '4680', '5791', '6802', '7913', '8024'];

/**
 * The pin, four digits, of a demo observer with this phone. There are only
 * eight pins, because each is hashed once: thousands of slow hashes would take
 * minutes.
 */
export function demoPin(phone: string): string {
  const last = Number(phone.slice(-3));
  return itemAt(PINS, (Number.isNaN(last) ? 0 : last) % PINS.length);
}

/** Every pin that `demoPin` can give. */
export const demoPins: readonly string[] = PINS;
