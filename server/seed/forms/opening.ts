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
        free(
          'Altă situație',
          'Le-a verificat locțiitorul, președintele era la telefon.',
          'Doar pe ale celor veniți după ora 6:30.',
        ),
      ),
    ),
    section(
      'Urnele și materialele',
      single('Urnele erau goale înainte de sigilare?', 'Da', flag('Nu')),
      singleWithText(
        'Urna fixă a fost sigilată în fața celor prezenți?',
        'Da',
        flag('Nu a fost sigilată'),
        flagFree(
          'Sigiliul era deteriorat',
          'Era rupt într-un colț, am cerut consemnarea.',
          'Banda era dezlipită pe o parte.',
          'Ștampila de pe sigiliu nu se putea citi.',
        ),
        free(
          'Altceva',
          'Sigilată de două ori, prima bandă nu se lipea.',
          'Am ajuns după sigilare, am văzut doar semnăturile.',
        ),
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
        flagFree(
          'Îndemnuri de a vota cu cineva',
          'Un bărbat spunea la poartă cu cine să se voteze.',
          'O mașină cu megafon a trecut de două ori.',
        ),
        free(
          'Altceva',
          'Un câine în curtea școlii, îngrijitorul l-a luat.',
          'Poarta mare era închisă, se intra prin spate.',
        ),
      ),
    ),
  ],
};
