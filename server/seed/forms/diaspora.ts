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

/** Form D: voting abroad, in the place of form B. */
export const abroad: FormSource = {
  code: 'D',
  description: 'Votarea în străinătate',
  diaspora: true,
  draft: false,
  sections: [
    section(
      'Sediul secției',
      single(
        'Unde se află secția?',
        'Ambasadă sau consulat',
        'Institut cultural',
        'Spațiu închiriat',
        'Școală',
      ),
      single('Sediul este semnalizat?', 'Da', 'Greu de găsit', flag('Deloc')),
      single('Câte cabine sunt?', 'Între 4 și 8', 'Peste 8', 'Sub 4'),
    ),
    section(
      'Alegătorii',
      single(
        'Cât se așteaptă la rând?',
        'Sub 30 de minute',
        '30-60 de minute',
        'Între una și două ore',
        flag('Peste două ore'),
      ),
      multipleWithText(
        'Ce acte au prezentat alegătorii?',
        'Pașaport',
        'Carte de identitate',
        free(
          'Alt act (care?)',
          'Permis de ședere însoțit de carte de identitate.',
          'Pașaport temporar.',
        ),
        flagFree(
          'Un act nevalabil, acceptat',
          'Carte de identitate expirată de mai bine de un an.',
          'O fotografie a actului, pe telefon.',
        ),
      ),
      singleWithText(
        'Au plecat alegători fără să voteze?',
        'Nu',
        'Câțiva',
        free(
          'Nu știu sigur',
          'Câteva persoane au plecat de la coadă, nu le-am întrebat de ce.',
          'Rândul era în stradă și nu se vedea capătul.',
        ),
        flagFree(
          'Mulți (din ce motiv?)',
          'Au așteptat peste două ore și aveau tren.',
          'S-a zvonit că s-au terminat buletinele.',
        ),
      ),
    ),
    section(
      'Comisia și votul',
      single('Comisia era completă?', 'Da', 'Cu înlocuitori', flag('Nu')),
      multiple(
        'Ce a încetinit votarea?',
        'Nimic',
        'Conexiunea la internet',
        'Lipsa operatorilor',
        flag('Terminarea buletinelor'),
      ),
      single(
        'Declarațiile pe propria răspundere sunt completate?',
        'Da',
        'Nu este cazul',
        flag('Nu'),
      ),
      multipleWithText(
        'Alte lucruri de semnalat?',
        'Niciunul',
        free(
          'Altceva',
          'Organizatorii au împărțit apă la rând.',
          'Secția are un singur operator, dar merge repede.',
        ),
        flagFree(
          'Tulburarea votării',
          'Doi bărbați au blocat ușa câteva minute, a venit poliția.',
          'Cineva a filmat alegătorii la masă și a fost scos afară.',
        ),
      ),
    ),
  ],
};
