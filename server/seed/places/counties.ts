/** One county of the demo, with the number and places of its stations. */
export interface CountySource {
  code: string;
  /** Code of a province of `listProvinces`. */
  provinceCode: string;
  name: string;
  /**
   * Number of polling stations; their numbers run from 1 to it without gaps.
   */
  stations: number;
  /** Towns and communes, the biggest first, separated by a comma. */
  places: string;
}

/**
 * The 41 Romanian counties and Bucharest, in alphabetical order. Names and
 * towns are real. The numbers of stations are of the real size, but not copied
 * from an official register.
 */
export const counties: readonly CountySource[] = [
  {
    code: 'AB',
    provinceCode: 'TR',
    name: 'Alba',
    stations: 411,
    places:
      'Alba Iulia, Sebeș, Aiud, Blaj, Cugir, Ocna Mureș, Zlatna, Câmpeni, Teiuș, Abrud, Ighiu, Săliștea',
  },
  {
    code: 'AR',
    provinceCode: 'CR',
    name: 'Arad',
    stations: 432,
    places:
      'Arad, Ineu, Lipova, Pecica, Chișineu-Criș, Curtici, Nădlac, Pâncota, Sântana, Sebiș, Vladimirescu, Șiria',
  },
  {
    code: 'AG',
    provinceCode: 'MU',
    name: 'Argeș',
    stations: 518,
    places:
      'Pitești, Mioveni, Curtea de Argeș, Câmpulung, Costești, Topoloveni, Ștefănești, Bascov, Bradu, Rucăr, Domnești',
  },
  {
    code: 'BC',
    provinceCode: 'MO',
    name: 'Bacău',
    stations: 676,
    places:
      'Bacău, Onești, Moinești, Comănești, Buhuși, Dărmănești, Târgu Ocna, Slănic-Moldova, Podu Turcului, Sascut, Răcăciuni',
  },
  {
    code: 'BH',
    provinceCode: 'CR',
    name: 'Bihor',
    stations: 635,
    places:
      'Oradea, Salonta, Marghita, Beiuș, Săcueni, Aleșd, Valea lui Mihai, Ștei, Nucet, Vașcău, Sânmartin, Tinca',
  },
  {
    code: 'BN',
    provinceCode: 'TR',
    name: 'Bistrița-Năsăud',
    stations: 316,
    places:
      'Bistrița, Beclean, Năsăud, Sângeorz-Băi, Prundu Bârgăului, Lechința, Maieru, Feldru, Rodna, Telciu',
  },
  {
    code: 'BT',
    provinceCode: 'MO',
    name: 'Botoșani',
    stations: 427,
    places:
      'Botoșani, Dorohoi, Darabani, Flămânzi, Săveni, Bucecea, Ștefănești, Vorona, Trușești, Mihăileni',
  },
  {
    code: 'BV',
    provinceCode: 'TR',
    name: 'Brașov',
    stations: 451,
    places:
      'Brașov, Săcele, Făgăraș, Codlea, Zărnești, Râșnov, Ghimbav, Predeal, Victoria, Rupea, Hărman, Bran',
  },
  {
    code: 'BR',
    provinceCode: 'MU',
    name: 'Brăila',
    stations: 278,
    places:
      'Brăila, Ianca, Însurăței, Făurei, Chiscani, Viziru, Tufești, Movila Miresii',
  },
  {
    code: 'B',
    provinceCode: 'MU',
    name: 'București',
    stations: 1262,
    places: 'Sector 1, Sector 2, Sector 3, Sector 4, Sector 5, Sector 6',
  },
  {
    code: 'BZ',
    provinceCode: 'MU',
    name: 'Buzău',
    stations: 449,
    places:
      'Buzău, Râmnicu Sărat, Nehoiu, Pogoanele, Pătârlagele, Berca, Cislău, Vernești, Pârscov, Smeeni',
  },
  {
    code: 'CS',
    provinceCode: 'BA',
    name: 'Caraș-Severin',
    stations: 362,
    places:
      'Reșița, Caransebeș, Bocșa, Oravița, Moldova Nouă, Oțelu Roșu, Anina, Băile Herculane, Teregova, Bozovici',
  },
  {
    code: 'CL',
    provinceCode: 'MU',
    name: 'Călărași',
    stations: 226,
    places:
      'Călărași, Oltenița, Budești, Fundulea, Lehliu Gară, Modelu, Chirnogi, Borcea, Dragalina',
  },
  {
    code: 'CJ',
    provinceCode: 'TR',
    name: 'Cluj',
    stations: 640,
    places:
      'Cluj-Napoca, Turda, Dej, Câmpia Turzii, Gherla, Huedin, Florești, Apahida, Baciu, Gilău, Mihai Viteazu, Jucu',
  },
  {
    code: 'CT',
    provinceCode: 'DO',
    name: 'Constanța',
    stations: 557,
    places:
      'Constanța, Medgidia, Mangalia, Năvodari, Cernavodă, Ovidiu, Murfatlar, Hârșova, Eforie, Techirghiol, Valu lui Traian, Cumpăna',
  },
  {
    code: 'CV',
    provinceCode: 'TR',
    name: 'Covasna',
    stations: 199,
    places:
      'Sfântu Gheorghe, Târgu Secuiesc, Covasna, Baraolt, Întorsura Buzăului, Ozun, Ilieni, Ghelința',
  },
  {
    code: 'DB',
    provinceCode: 'MU',
    name: 'Dâmbovița',
    stations: 438,
    places:
      'Târgoviște, Moreni, Pucioasa, Găești, Titu, Fieni, Răcari, Corbii Mari, Băleni, Voinești',
  },
  {
    code: 'DJ',
    provinceCode: 'OL',
    name: 'Dolj',
    stations: 534,
    places:
      'Craiova, Băilești, Calafat, Filiași, Segarcea, Dăbuleni, Bechet, Podari, Ișalnița, Amărăștii de Jos, Poiana Mare',
  },
  {
    code: 'GL',
    provinceCode: 'MO',
    name: 'Galați',
    stations: 434,
    places:
      'Galați, Tecuci, Târgu Bujor, Berești, Liești, Pechea, Matca, Tudor Vladimirescu, Șendreni',
  },
  {
    code: 'GR',
    provinceCode: 'MU',
    name: 'Giurgiu',
    stations: 260,
    places:
      'Giurgiu, Bolintin-Vale, Mihăilești, Comana, Ogrezeni, Roata de Jos, Prundu, Florești-Stoenești',
  },
  {
    code: 'GJ',
    provinceCode: 'OL',
    name: 'Gorj',
    stations: 328,
    places:
      'Târgu Jiu, Motru, Rovinari, Bumbești-Jiu, Târgu Cărbunești, Novaci, Turceni, Tismana, Țicleni, Baia de Fier',
  },
  {
    code: 'HR',
    provinceCode: 'TR',
    name: 'Harghita',
    stations: 266,
    places:
      'Miercurea Ciuc, Odorheiu Secuiesc, Gheorgheni, Toplița, Cristuru Secuiesc, Vlăhița, Bălan, Borsec, Praid',
  },
  {
    code: 'HD',
    provinceCode: 'TR',
    name: 'Hunedoara',
    stations: 527,
    places:
      'Deva, Hunedoara, Petroșani, Lupeni, Vulcan, Orăștie, Brad, Simeria, Călan, Hațeg, Petrila, Geoagiu',
  },
  {
    code: 'IL',
    provinceCode: 'MU',
    name: 'Ialomița',
    stations: 226,
    places:
      'Slobozia, Fetești, Urziceni, Țăndărei, Amara, Căzănești, Fierbinți-Târg, Bărcănești',
  },
  {
    code: 'IS',
    provinceCode: 'MO',
    name: 'Iași',
    stations: 733,
    places:
      'Iași, Pașcani, Târgu Frumos, Hârlău, Podu Iloaiei, Miroslava, Tomești, Valea Lupului, Ciurea, Ruginoasa, Cotnari, Belcești',
  },
  {
    code: 'IF',
    provinceCode: 'MU',
    name: 'Ilfov',
    stations: 281,
    places:
      'Voluntari, Popești-Leordeni, Pantelimon, Bragadiru, Buftea, Chitila, Otopeni, Măgurele, Chiajna, Snagov',
  },
  {
    code: 'MM',
    provinceCode: 'MM',
    name: 'Maramureș',
    stations: 437,
    places:
      'Baia Mare, Sighetu Marmației, Borșa, Vișeu de Sus, Baia Sprie, Târgu Lăpuș, Seini, Ulmeni, Recea, Săpânța, Cavnic',
  },
  {
    code: 'MH',
    provinceCode: 'OL',
    name: 'Mehedinți',
    stations: 294,
    places:
      'Drobeta-Turnu Severin, Strehaia, Orșova, Vânju Mare, Baia de Aramă, Șimian, Hinova, Gruia',
  },
  {
    code: 'MS',
    provinceCode: 'TR',
    name: 'Mureș',
    stations: 568,
    places:
      'Târgu Mureș, Reghin, Sighișoara, Târnăveni, Luduș, Sovata, Iernut, Ungheni, Miercurea Nirajului, Sântana de Mureș',
  },
  {
    code: 'NT',
    provinceCode: 'MO',
    name: 'Neamț',
    stations: 494,
    places:
      'Piatra Neamț, Roman, Târgu Neamț, Bicaz, Roznov, Săbăoani, Dumbrava Roșie, Girov, Vânători-Neamț',
  },
  {
    code: 'OT',
    provinceCode: 'OL',
    name: 'Olt',
    stations: 379,
    places:
      'Slatina, Caracal, Balș, Corabia, Scornicești, Drăgănești-Olt, Piatra-Olt, Potcoava, Izbiceni',
  },
  {
    code: 'PH',
    provinceCode: 'MU',
    name: 'Prahova',
    stations: 613,
    places:
      'Ploiești, Câmpina, Băicoi, Mizil, Breaza, Comarnic, Vălenii de Munte, Boldești-Scăeni, Sinaia, Urlați, Bușteni, Blejoi',
  },
  {
    code: 'SM',
    provinceCode: 'CR',
    name: 'Satu Mare',
    stations: 334,
    places:
      'Satu Mare, Carei, Negrești-Oaș, Tășnad, Livada, Ardud, Odoreu, Turț, Botiz',
  },
  {
    code: 'SJ',
    provinceCode: 'TR',
    name: 'Sălaj',
    stations: 312,
    places:
      'Zalău, Șimleu Silvaniei, Jibou, Cehu Silvaniei, Crasna, Nușfalău, Sărmășag, Hida',
  },
  {
    code: 'SB',
    provinceCode: 'TR',
    name: 'Sibiu',
    stations: 364,
    places:
      'Sibiu, Mediaș, Cisnădie, Avrig, Agnita, Dumbrăveni, Tălmaciu, Copșa Mică, Ocna Sibiului, Săliște, Șelimbăr',
  },
  {
    code: 'SV',
    provinceCode: 'BU',
    name: 'Suceava',
    stations: 559,
    places:
      'Suceava, Fălticeni, Rădăuți, Câmpulung Moldovenesc, Vatra Dornei, Gura Humorului, Siret, Solca, Dolhasca, Liteni, Vicovu de Sus, Șcheia',
  },
  {
    code: 'TR',
    provinceCode: 'MU',
    name: 'Teleorman',
    stations: 368,
    places:
      'Alexandria, Roșiorii de Vede, Turnu Măgurele, Zimnicea, Videle, Peretu, Plosca, Țigănești',
  },
  {
    code: 'TM',
    provinceCode: 'BA',
    name: 'Timiș',
    stations: 602,
    places:
      'Timișoara, Lugoj, Sânnicolau Mare, Jimbolia, Recaș, Făget, Buziaș, Deta, Gătaia, Dumbrăvița, Giroc, Ghiroda',
  },
  {
    code: 'TL',
    provinceCode: 'DO',
    name: 'Tulcea',
    stations: 191,
    places:
      'Tulcea, Babadag, Măcin, Isaccea, Sulina, Niculițel, Mahmudia, Jurilovca',
  },
  {
    code: 'VS',
    provinceCode: 'MO',
    name: 'Vaslui',
    stations: 453,
    places:
      'Vaslui, Bârlad, Huși, Negrești, Murgeni, Puiești, Zorleni, Perieni, Codăești',
  },
  {
    code: 'VL',
    provinceCode: 'OL',
    name: 'Vâlcea',
    stations: 419,
    places:
      'Râmnicu Vâlcea, Drăgășani, Băbeni, Călimănești, Horezu, Brezoi, Bălcești, Berbești, Băile Olănești, Vaideeni',
  },
  {
    code: 'VN',
    provinceCode: 'MO',
    name: 'Vrancea',
    stations: 353,
    places:
      'Focșani, Adjud, Mărășești, Odobești, Panciu, Vidra, Năruja, Gugești, Jariștea',
  },
];

/** Voting abroad: one county to the API, with cities as municipalities. */
export const diaspora: CountySource = {
  code: 'D',
  provinceCode: 'SD',
  name: 'Diaspora',
  stations: 840,
  places:
    'Chișinău, Londra, Madrid, Roma, Paris, Berlin, Milano, Torino, München, Bruxelles, Viena, Barcelona, Dublin, Zürich, Lisabona, Atena, Stockholm, Nicosia, New York, Chicago, Montreal, Tel Aviv',
};
