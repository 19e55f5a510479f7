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

/** Form B: voting during the day, at home. */
export const voting: FormSource = {
  code: 'B',
  description: 'Desfășurarea votării',
  diaspora: false,
  draft: false,
  sections: [
    section(
      'La intrare',
      single(
        'Cât se așteaptă la rând?',
        'Sub 10 minute',
        '10-30 de minute',
        '30-60 de minute',
        flag('Peste o oră'),
      ),
      single(
        'Intrarea în secție este liberă?',
        'Da',
        'Cu întreruperi scurte',
        flag('Nu'),
      ),
      multipleWithText(
        'Ce ai văzut în fața secției?',
        'Nimic deosebit',
        'Forțe de ordine',
        'Transport organizat de primărie pentru vârstnici',
        flag('Transport de alegători în grup'),
        flagFree(
          'Bani sau bunuri oferite alegătorilor',
          'Două persoane împărțeau pungi la colțul străzii.',
          'Un alegător a povestit că i s-au promis bani.',
        ),
        free(
          'Altceva',
          'Un grup de tineri care cântau, au plecat repede.',
          'Lucrări la trotuar, intrarea e prin curte.',
        ),
      ),
    ),
    section(
      'Identificarea alegătorilor',
      single(
        'Actele de identitate sunt verificate?',
        'Mereu',
        'Aproape mereu',
        flag('Rar'),
        flag('Deloc'),
      ),
      single(
        'Sistemul informatic funcționează?',
        'Da',
        'Cu întreruperi sub 15 minute',
        flag('Cu întreruperi lungi'),
      ),
      singleWithText(
        'Au fost alegători trimiși înapoi?',
        'Nu',
        free(
          'Da, cu temei (care?)',
          'O persoană era arondată la altă secție.',
          'Actul de identitate era expirat de doi ani.',
          'Alegătorul votase deja, după sistem.',
        ),
        flagFree(
          'Da, fără temei (de ce?)',
          'I s-a spus că nu este pe listă, deși era.',
          'Operatorul era în pauză și nu a vrut nimeni să caute.',
        ),
      ),
      single(
        'Alegătorii semnează în listă?',
        'Da',
        'Pe tabletă',
        flag('Nu toți'),
      ),
    ),
    section(
      'Secretul votului',
      single(
        'Cabinele asigură secretul votului?',
        'Da',
        'Una nu este bine așezată',
        flag('Nu'),
      ),
      multiple(
        'Cine s-a aflat în cabină cu alegătorul?',
        'Nimeni',
        'Însoțitor ales de o persoană cu dizabilități',
        'Un copil mic',
        flag('Un membru al comisiei'),
        flag('Altă persoană'),
      ),
      singleWithText(
        'S-au făcut fotografii ale buletinului de vot?',
        'Nu am văzut',
        free(
          'Da, oprite de președinte',
          'Un tânăr și-a fotografiat buletinul, a fost rugat să șteargă.',
          'Fotografie cu copilul lângă cabină, oprită.',
        ),
        flagFree(
          'Da, neoprite',
          'Cel puțin trei persoane, comisia a râs.',
          'Un bărbat și-a arătat telefonul la ieșire altcuiva.',
        ),
      ),
    ),
    section(
      'Urna mobilă și buna ordine',
      single(
        'Urna mobilă a ieșit cu doi membri ai comisiei?',
        'Da',
        'Nu a ieșit încă',
        flag('Nu'),
      ),
      multipleWithText(
        'Ce probleme au apărut?',
        'Niciuna',
        'Aglomerație',
        'Discuții între membrii comisiei',
        flag('Votarea a fost oprită'),
        flagFree(
          'Presiuni asupra alegătorilor',
          'Un consilier local stă lângă urnă și întreabă lumea.',
          'O familie a fost întrebată afară cum a votat.',
        ),
        free(
          'Altceva',
          'Lumina s-a oprit câteva minute, votarea a continuat.',
          'Un delegat a venit fără ecuson.',
        ),
      ),
      singleWithText(
        'Cum a fost rezolvată ultima sesizare?',
        'Nu a fost nicio sesizare',
        'Pe loc, de președinte',
        free(
          'Altfel (cum?)',
          'Am sunat la biroul electoral și au trimis pe cineva.',
          'S-a scris în registru după insistențe.',
        ),
        flag('Nu a fost luată în seamă'),
      ),
    ),
  ],
};
