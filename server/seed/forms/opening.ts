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

/** Form A: opening of the station. */
export const opening: FormSource = {
  code: 'A',
  description: 'Deschiderea secției de votare',
  diaspora: false,
  draft: false,
  sections: [
    section(
      'Accesul și comisia',
      single('Ai fost primit în secție înainte de ora 7:00?', 'Da', flag('Nu')),
      single(
        'Câți membri ai comisiei erau prezenți?',
        'Toți',
        'Lipsea un membru',
        'Lipseau mai mulți, cu cvorum',
        flag('Nu era cvorum'),
      ),
      multiple(
        'Ce alte persoane erau în secție?',
        'Operatorul de calculator',
        'Observatori ai altor organizații',
        'Candidați sau delegați ai lor',
        'Presa',
        flag('Persoane fără acreditare'),
      ),
      singleWithText(
        'Președintele a verificat acreditările?',
        'Da, ale tuturor',
        'Doar ale unora',
        flag('Nu'),
        free('Altă situație'),
      ),
    ),
    section(
      'Urnele și materialele',
      single('Urnele erau goale înainte de sigilare?', 'Da', flag('Nu')),
      singleWithText(
        'Urna fixă a fost sigilată în fața celor prezenți?',
        'Da',
        flag('Nu a fost sigilată'),
        flagFree('Sigiliul era deteriorat'),
        free('Altceva'),
      ),
      single(
        'Câte urne mobile sunt în secție?',
        'Una',
        'Două',
        'Niciuna',
        'Mai multe',
      ),
      multiple(
        'Ce materiale lipseau la ora deschiderii?',
        'Nu lipsea nimic',
        'Tușul sau tușierele',
        'Extrasul listei',
        flag('Buletinele de vot'),
        flag('Ștampilele „VOTAT”'),
      ),
      single(
        'Numărul de ștampile a fost consemnat în procesul-verbal?',
        'Da',
        'Nu știu',
        flag('Nu'),
      ),
    ),
    section(
      'Deschiderea votării',
      single(
        'La ce oră a început votarea?',
        'La 7:00',
        'Între 7:00 și 7:15',
        'Între 7:15 și 8:00',
        flag('După ora 8:00'),
      ),
      single(
        'Accesul este ușor pentru persoanele cu dizabilități?',
        'Da',
        'Parțial',
        'Nu',
      ),
      multipleWithText(
        'Ce ai observat în jurul secției?',
        'Nimic deosebit',
        'Afișe la peste 500 m',
        flag('Afișe electorale lângă secție'),
        flagFree('Îndemnuri de a vota cu cineva'),
        free('Altceva'),
      ),
    ),
  ],
};
