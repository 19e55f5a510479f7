/** Short answers that go with an option that is not flagged. */
export const calmTexts: readonly string[] = [
  'Am discutat cu președintele și s-a lămurit pe loc.',
  'O persoană era arondată la altă secție.',
  'Actul de identitate era expirat de doi ani.',
  'A durat sub cinci minute.',
  'Sala este mică, dar se poate urmări totul.',
  'Un delegat a plecat la prânz și s-a întors.',
  'Nu am avut acces la masa operatorului.',
  'Am fost rugat să stau la doi metri de masă.',
  'S-a schimbat locul cabinei, acum este în regulă.',
  'Comisia a fost amabilă.',
  'Lumina s-a oprit câteva minute, votarea a continuat.',
  'Un alegător a cerut alt buletin, l-a primit pe cel nou după anulare.',
];

/** Short answers that go with a flagged option. */
export const alarmTexts: readonly string[] = [
  'Sigiliul era rupt într-un colț, am cerut consemnarea.',
  'Mi s-a spus că nu am voie să fac fotografii.',
  'Două persoane împărțeau pliante la intrare.',
  'Un bărbat a stat lângă cabină peste zece minute.',
  'Președintele a refuzat să scrie sesizarea.',
  'Lista are semnături în dreptul altor persoane.',
  'Lipsesc zece ștampile față de procesul-verbal.',
  'Tableta nu a mers aproape o oră.',
  'Un microbuz a adus alegători de trei ori.',
  'Nu am fost lăsat să văd numărarea.',
];

/** Longer than the 185 characters after which a text is cut on screen. */
export const longTexts: readonly string[] = [
  'La ora schimbului de operatori, sistemul a fost oprit pentru aproximativ ' +
    'douăzeci de minute. La rând erau în jur de patruzeci de persoane, dintre ' +
    'care cinci au plecat. Președintele a anunțat biroul electoral și a ' +
    'consemnat întreruperea în registru, iar votarea a fost reluată fără alte ' +
    'probleme.',
  'Am observat că urna mobilă a plecat cu un singur membru al comisiei și s-a ' +
    'întors după o oră și jumătate. Am cerut lista solicitărilor și mi-a fost ' +
    'arătată, dar numărul de buletine luate nu era completat. Situația a fost ' +
    'îndreptată după ce am sunat la coordonare.',
  'Doi delegați au avut o discuție aprinsă despre un buletin cu ștampila ' +
    'aplicată pe linia dintre două patrulatere. Comisia a votat, rezultatul a ' +
    'fost trecut în procesul-verbal, iar buletinul a fost pus deoparte pentru ' +
    'orice verificare ulterioară.',
];

/** Looks like markup and must be shown as it was typed. */
export const MARKUP_TEXT =
  'Pe afiș scria <b>urna</b> & "ștampila" <img src=x> și nimic altceva.';

/** What a note says and which pictures may go with it. */
export interface NoteSource {
  text: string;
  /** File names without extension, of the folder `pictures`. */
  pictures: readonly string[];
}

/** Notes of any thread. */
export const calmNotes: readonly NoteSource[] = [
  {
    text: 'Urna a fost sigilată la 6:40, în fața tuturor.',
    pictures: ['sealed-ballot-box'],
  },
  {
    text: 'Rând de vreo treizeci de persoane, merge bine.',
    pictures: ['queue'],
  },
  { text: 'Cabinele sunt așezate bine.', pictures: ['voting-booths'] },
  { text: 'Ștampilele au fost numărate: sunt toate.', pictures: ['stamp'] },
  { text: 'Copie a procesului-verbal.', pictures: ['tally-sheet'] },
  { text: 'Secția are rampă, dar ușa este grea.', pictures: ['closed-door'] },
  { text: 'Am ajuns, mă prezint comisiei.', pictures: [] },
  { text: 'Plec spre secția următoare.', pictures: [] },
  { text: 'Voi rămâne aici până la închidere.', pictures: [] },
];

/** Notes of threads with a flagged answer. */
export const alarmNotes: readonly NoteSource[] = [
  { text: 'Sigiliul urnei este rupt.', pictures: ['torn-seal'] },
  {
    text: 'Afiș la mai puțin de o sută de metri de intrare.',
    pictures: ['poster'],
  },
  {
    text: 'Ușa era încuiată la 7:40, alegătorii așteptau afară.',
    pictures: ['closed-door', 'queue'],
  },
  {
    text: 'Numerele de la punctele b și e nu se potrivesc.',
    pictures: ['tally-sheet'],
  },
  {
    text: 'O ștampilă a rămas nesupravegheată pe masă.',
    pictures: ['stamp'],
  },
  { text: 'Rândul trece de o oră, oamenii pleacă.', pictures: ['queue'] },
  { text: 'Perdeaua unei cabine lipsește.', pictures: ['voting-booths'] },
  { text: 'Cer un telefon de la coordonare.', pictures: [] },
];
