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
        free('Alt act (care?)'),
        flagFree('Un act nevalabil, acceptat'),
      ),
      singleWithText(
        'Au plecat alegători fără să voteze?',
        'Nu',
        'Câțiva',
        free('Nu știu sigur'),
        flagFree('Mulți (din ce motiv?)'),
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
        free('Altceva'),
        flagFree('Tulburarea votării'),
      ),
    ),
  ],
};
