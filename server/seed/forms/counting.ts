import {
  flag,
  flagFree,
  free,
  multiple,
  multipleWithText,
  section,
  single,
  singleWithText,
} from './form';
import type { FormSource } from './form';

/** Form C: closing and counting. */
export const counting: FormSource = {
  code: 'C',
  description: 'Închiderea și numărarea voturilor',
  diaspora: false,
  draft: false,
  sections: [
    section(
      'Închiderea secției',
      single(
        'La ce oră s-a închis secția?',
        'La 21:00',
        'Mai târziu, pentru cei aflați la rând',
        flag('Înainte de 21:00'),
      ),
      multiple(
        'Cine a rămas în secție după închidere?',
        'Comisia',
        'Observatorii acreditați',
        'Delegații candidaților',
        flag('Persoane fără drept'),
      ),
      singleWithText(
        'Ai putut vedea toate operațiunile?',
        'Da',
        'De la distanță, dar clar',
        free(
          'Parțial (ce nu?)',
          'Masa era înconjurată, am văzut doar o parte din buletine.',
          'Anularea buletinelor rămase s-a făcut înainte să mă apropii.',
        ),
        flagFree(
          'Nu (de ce?)',
          'Am fost ținut în hol până la sfârșit.',
          'Președintele a spus că nu am voie lângă masă.',
        ),
      ),
    ),
    section(
      'Numărarea',
      single(
        'Buletinele nefolosite au fost anulate înainte de deschiderea urnelor?',
        'Da',
        'Nu am văzut',
        flag('Nu'),
      ),
      single(
        'Sigiliile urnelor erau intacte?',
        'Da',
        flag('Nu la toate'),
        flag('Nu'),
      ),
      single(
        'Fiecare buletin a fost arătat celor prezenți?',
        'Da',
        'Nu mereu',
        flag('Nu'),
      ),
      multipleWithText(
        'Ce neclarități au apărut la numărare?',
        'Niciuna',
        'Vot greu de citit',
        'Renumărare cerută și făcută',
        flag('Renumărare refuzată'),
        flagFree(
          'Diferențe între liste și urne',
          'Trei buletine mai multe în urnă decât semnături.',
          'Numărul din tabletă este cu doi mai mare decât cel din liste.',
        ),
        free(
          'Altceva',
          'Un buletin rupt la despăturire, consemnat.',
          'S-a numărat din nou un teanc căzut de pe masă.',
        ),
      ),
    ),
    section(
      'Procesul-verbal',
      single(
        'Cheile de control din procesul-verbal se potrivesc?',
        'Da',
        'După corectură',
        flag('Nu'),
      ),
      singleWithText(
        'Ai primit o copie a procesului-verbal?',
        'Da',
        'Am fotografiat-o',
        free(
          'Nu am cerut (de ce?)',
          'O voi lua mâine de la biroul electoral.',
          'Nu mai erau formulare.',
        ),
        flag('Mi-a fost refuzată'),
      ),
      single(
        'Procesul-verbal a fost afișat la intrare?',
        'Da',
        'Încă nu',
        flag('Nu'),
      ),
    ),
  ],
};
