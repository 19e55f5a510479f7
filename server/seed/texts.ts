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

/** The text of a note, its question and its pictures. */
export interface NoteSource {
  text: string;
  /** Code of the question it is about; null for the station as a whole. */
  question: string | null;
  /** File names without extension, of the folder `pictures`. */
  pictures: readonly string[];
}

/** Notes beside usual answers, or beside none. */
export const calmNotes: readonly NoteSource[] = [
  about('A2.2', 'Urna a fost sigilată în fața tuturor.', 'sealed-ballot-box'),
  about('A2.5', 'Ștampilele au fost numărate: sunt toate.', 'stamp'),
  about('A3.2', 'Secția are rampă, dar ușa este grea.', 'closed-door'),
  about('B1.1', 'Rând de vreo treizeci de persoane, merge bine.', 'queue'),
  about('B3.1', 'Cabinele sunt așezate bine.', 'voting-booths'),
  about(
    'B4.1',
    'Urna mobilă a plecat la 11 cu doi membri.',
    'sealed-ballot-box',
  ),
  about('C2.2', 'Sigiliile sunt la locul lor.', 'sealed-ballot-box'),
  about('C3.2', 'Copie a procesului-verbal.', 'tally-sheet'),
  about('D1.2', 'Indicatoare de la stația de autobuz.', 'poster'),
  about('D2.1', 'Rândul ajunge la colț, dar înaintează.', 'queue'),
  about(null, 'Am ajuns, mă prezint comisiei.'),
  about(null, 'Comisia este amabilă, am un loc bun lângă masă.'),
  about(null, 'Așa arată secția.', 'voting-booths'),
  about(null, 'Urna, văzută de la locul meu.', 'sealed-ballot-box'),
  about(null, 'Semnal slab în clădire, trimit mai rar.'),
];

/** Notes beside a flagged answer to their question. */
export const alarmNotes: readonly NoteSource[] = [
  about('A1.1', 'Ușa este încuiată, aștept afară.', 'closed-door'),
  about('A2.2', 'Sigiliul urnei este rupt.', 'torn-seal', 'sealed-ballot-box'),
  about('A2.4', 'O ștampilă lipsește, una e lăsată pe masă.', 'stamp'),
  about('A3.1', 'Alegătorii așteaptă la ușă.', 'closed-door', 'queue'),
  about('A3.3', 'Afiș foarte aproape de intrare.', 'poster'),
  about('B1.1', 'Rândul trece de o oră, oamenii pleacă.', 'queue'),
  about('B1.2', 'Intrarea a fost închisă un sfert de oră.', 'closed-door'),
  about('B1.3', 'Aici se împart pungile, după colț.', 'poster', 'queue'),
  about('B3.1', 'Perdeaua unei cabine este trasă.', 'voting-booths'),
  about('B4.2', 'Votarea s-a oprit, lumea așteaptă.', 'queue'),
  about('C2.2', 'Un sigiliu desfăcut înainte de numărare.', 'torn-seal'),
  about('C2.4', 'Diferența este de trei buletine.', 'tally-sheet'),
  about('C3.1', 'Punctele b și e nu se potrivesc.', 'tally-sheet'),
  about('C3.3', 'Nu este nimic afișat la intrare.', 'closed-door'),
  about('D1.2', 'Niciun indicator, doar o ușă.', 'closed-door'),
  about('D2.1', 'Peste două ore de așteptare.', 'queue'),
];

/** Notes for a flagged answer to a question that `alarmNotes` does not have. */
export const generalAlarms: readonly string[] = [
  'Am cerut să fie consemnat în registru.',
  'Cer un telefon de la coordonare.',
  'Președintele a fost anunțat, aștept un răspuns.',
  'Revin cu detalii după ce vorbesc cu comisia.',
];

function about(
  question: string | null,
  text: string,
  ...pictures: string[]
): NoteSource {
  return { text, question, pictures };
}
