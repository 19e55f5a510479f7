import { flag, free, multiple, section, single, singleWithText } from './form';
import type { FormSource } from './form';

/** Form E: a draft, still being written by the staff. */
export const secondRound: FormSource = {
  code: 'E',
  description: 'Turul al doilea: deschiderea (în lucru)',
  diaspora: false,
  draft: true,
  sections: [
    section(
      'Comisia',
      single('Comisia este aceeași ca în primul tur?', 'Da', 'Parțial', 'Nu'),
      single('Președintele a fost înlocuit?', 'Nu', 'Da'),
      multiple(
        'Cine era prezent la deschidere?',
        'Comisia',
        'Observatori',
        'Delegați ai candidaților',
        flag('Persoane fără acreditare'),
      ),
      single('Erau toți membrii prezenți la 6:00?', 'Da', 'Nu'),
    ),
    section(
      'Materialele',
      single('Buletinele corespund turului al doilea?', 'Da', flag('Nu')),
      single('Ștampilele au fost numărate?', 'Da', 'Nu știu', flag('Nu')),
      singleWithText(
        'Sigiliile din primul tur erau intacte?',
        'Da',
        flag('Nu'),
        free('Nu am putut vedea (de ce?)'),
      ),
      single('Urnele erau goale?', 'Da', flag('Nu')),
    ),
  ],
};
