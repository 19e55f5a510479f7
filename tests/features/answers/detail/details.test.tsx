import 'fake-indexeddb/auto';

import {
  act,
  fireEvent,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { updateObserver } from '@/data/observers/change-observers';
import { databases } from '@/db/open';
import type { Section } from '@/domain/forms/form';

import {
  aForm,
  anObserver,
  aSection,
  aThreadRow,
  chosen,
} from '../../../support/builders';
import { reachServer } from '../../../support/connection';
import { failPulls, never, sync } from '../../../support/fake-sync';
import { prepareScreen, signInAs } from '../../../support/screen';
import {
  aDetail,
  cacheBasics,
  cacheDetail,
  cacheThreads,
} from '../cached-threads';
import { answersRoutes } from '../routes';

vi.mock('@/workers/client', () => import('../../../support/fake-sync'));

const { open } = prepareScreen(answersRoutes);

const THREAD = '/urgents/details/41/7';

beforeEach(async () => {
  await cacheBasics();
  await cacheThreads('urgent', [aThreadRow({ lastModified: Date.now() })]);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const details = () => screen.getByRole('region', { name: 'Detalii' });
const inDetails = () => within(details());

/** "No" flags the question of form A; something was typed beside it. */
const flagged = [
  {
    questionId: 205,
    options: [
      chosen({ optionId: 902, text: 'Nu' }),
      chosen({
        optionId: 903,
        text: 'Altfel',
        isFreeText: true,
        value: '<b>banda</b> ruptă',
      }),
    ],
  },
];

function press(key: string) {
  fireEvent.keyDown(document.activeElement ?? document.body, { key });
}

async function card(name: RegExp) {
  return screen.findByRole('article', { name });
}

/** A form of five questions in two sections; 3 and 5 can be flagged by "Nu". */
function twoSections(): Section[] {
  const [template] = aSection().questions;
  const questions = [1, 2, 3, 4, 5].map((id) => ({
    ...template,
    id,
    code: `Q${id}`,
    text: `Întrebarea ${id}`,
    questionType: 1 as const,
    options: [
      { id: id * 10, text: 'Da', isFreeText: false, flagged: false },
      { id: id * 10 + 1, text: 'Nu', isFreeText: false, flagged: true },
    ],
  }));
  return [
    { id: 1, code: 'S1', description: 'Unu', questions: questions.slice(0, 3) },
    { id: 2, code: 'S2', description: 'Doi', questions: questions.slice(3) },
  ];
}

const no = (id: number) => ({
  questionId: id,
  options: [chosen({ optionId: id * 10 + 1, text: 'Nu' })],
});

const order = () =>
  inDetails()
    .getAllByRole('article')
    .map((each) => each.dataset['question'])
    .join('');

describe('the six truthful states', () => {
  it('not loaded yet: who and where are known, the answers are not', async () => {
    sync.pullDetail.mockImplementation(never);
    open(THREAD);
    await screen.findByRole('heading', { name: 'Secția: Alba Sebeș 12' });
    await inDetails().findByRole('progressbar');
    expect(inDetails().queryByRole('tab')).toBeNull();
    expect(inDetails().queryByText(/nu au putut/)).toBeNull();
  });

  it('here, as of hh:mm', async () => {
    await cacheDetail(aDetail({ answers: flagged }));
    open(THREAD);
    await inDetails().findByText(/^actualizat la \d\d:\d\d$/);
  });

  it('here, older: shown with since when, why, and Retry', async () => {
    await cacheDetail(aDetail({ answers: flagged }));
    await databases().cache.cursors.update('detail:41:7', {
      failure: { kind: 'timeout' },
    });
    failPulls({ kind: 'timeout' });
    open(THREAD);
    await inDetails().findByText(
      /Neactualizat din .* Serverul nu a răspuns la timp\./,
    );
    expect(await card(/Urna este sigilată/)).toBeDefined();
    sync.pullDetail.mockClear();
    fireEvent.click(
      inDetails().getByRole('button', { name: 'Încearcă din nou' }),
    );
    expect(sync.pullDetail).toHaveBeenCalledWith({
      observerId: 41,
      pollingStationId: 7,
    });
  });

  it('failed, nothing kept: reason and Retry', async () => {
    failPulls({ kind: 'offline' });
    open(THREAD);
    await inDetails().findByText('Detaliile nu au putut fi încărcate');
    expect(
      inDetails().getByRole('button', { name: 'Încearcă din nou' }),
    ).toBeDefined();
  });

  it('partly here: the part that is missing is named', async () => {
    const { notes: _, ...partly } = aDetail({ answers: flagged });
    await cacheDetail(partly);
    open(THREAD);
    await inDetails().findByText('Încă neîncărcate: notele');
  });

  it('nothing selected', async () => {
    open('/answers?urgente=true');
    await inDetails().findByText('Nimic selectat');
  });
});

describe('deep links', () => {
  it('load by themselves, also where no list has the thread', async () => {
    await cacheDetail(
      aDetail({ key: '41:99', pollingStationId: 99, answers: flagged }),
    );
    open('/answers/details/41/99');
    expect(await card(/Urna este sigilată/)).toBeDefined();
    expect(sync.pullDetail).toHaveBeenCalledWith({
      observerId: 41,
      pollingStationId: 99,
    });
    // The observer is kept, so at least that has a name.
    await inDetails().findByText('Maria Ionel');
  });

  it('to a thread that the server does not know say so and offer the list', async () => {
    await cacheDetail(
      aDetail({ key: '5:5', observerId: 5, pollingStationId: 5 }),
    );
    const page = open('/urgents/details/5/5?county=AB');
    await inDetails().findByText('Serverul nu are această raportare');
    fireEvent.click(inDetails().getByRole('link', { name: 'Înapoi la listă' }));
    await waitFor(() =>
      expect(page.address()).toBe('/answers?urgente=true&county=AB'),
    );
  });

  it('with something that is no id say so and ask nobody', async () => {
    open('/answers/details/abc/7');
    await inDetails().findByText('Serverul nu are această raportare');
    expect(sync.pullDetail).not.toHaveBeenCalled();
  });
});

describe('the contact card', () => {
  it('offers an NGO admin no notification, and says why', async () => {
    signInAs(false);
    open(THREAD);
    const send = await inDetails().findByRole('button', {
      name: 'Trimite notificare',
    });
    expect(send.getAttribute('aria-disabled')).toBe('true');
    const reason = send.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(reason)?.textContent).toBe(
      'Doar organizatorii pot face asta.',
    );
  });

  it('leads to the phone, the profile and a notification', async () => {
    signInAs(true);
    open(THREAD);
    const phone = await inDetails().findByRole('link', { name: /0700000041/ });
    expect(phone.getAttribute('href')).toBe('tel:0700000041');
    expect(
      inDetails().getByRole('link', { name: 'Profil' }).getAttribute('href'),
    ).toBe('/observatori/profil/edit/0700000041');
    const send = inDetails().getByRole('link', { name: 'Trimite notificare' });
    const { pathname, searchParams } = new URL(
      send.getAttribute('href') ?? '',
      'http://server.test',
    );
    expect(pathname).toBe('/notifications');
    expect(searchParams.get('toObserverIds')).toBe('[41]');
  });

  it('shows an unsent change of the observer with its mark', async () => {
    await cacheDetail(aDetail());
    open(THREAD);
    await inDetails().findByText('Maria Ionel');
    await act(async () => {
      await updateObserver(anObserver(), {
        name: 'Maria Ionescu',
        phone: '0711111111',
      });
    });
    await inDetails().findByText('Maria Ionescu');
    expect(inDetails().getByText('în așteptare')).toBeDefined();
    expect(
      inDetails()
        .getByRole('link', { name: /0711111111/ })
        .getAttribute('href'),
    ).toBe('tel:0711111111');
  });
});

describe('station information', () => {
  it.each([
    [null, 'Serverul nu are informații despre secție.'],
    [undefined, 'Informațiile despre secție nu sunt încă încărcate.'],
  ])('%s is said in words', async (extra, words) => {
    const { extra: _, ...row } = aDetail({ answers: flagged });
    await cacheDetail(extra === undefined ? row : { ...row, extra });
    open(THREAD);
    await inDetails().findByText(words);
  });

  it('has read-only boxes, and no field that the server does not have', async () => {
    await cacheDetail(
      aDetail({
        extra: {
          observerArrivalTime: new Date(2026, 10, 22, 6, 12).getTime(),
          urbanArea: true,
          isPollingStationPresidentFemale: null,
        },
      }),
    );
    open(THREAD);
    const box = await inDetails().findByRole('checkbox', {
      name: 'Mediu urban',
    });
    expect(box).toHaveProperty('checked', true);
    expect(box).toHaveProperty('disabled', true);
    expect(inDetails().getByText(/06:12$/)).toBeDefined();
    expect(inDetails().getByText('nu încă')).toBeDefined();
    expect(inDetails().getByText('Nespecificat')).toBeDefined();
    expect(inDetails().queryByText('Alegători pe listă')).toBeNull();
  });
});

describe('answers', () => {
  it('one tab for each published form, with answered and flagged counts', async () => {
    await databases().cache.forms.put(aForm({ id: 14, draft: true }));
    await cacheDetail(aDetail({ answers: flagged }));
    open(THREAD);
    const tabs = await inDetails().findAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual([
      'A Deschidere1/11 răspunsă din 111 semnalată',
      'B Votare',
    ]);
  });

  it('ticks what was chosen, says what is flagged, shows what was typed as text', async () => {
    await cacheDetail(aDetail({ answers: flagged }));
    open(THREAD);
    const question = within(await card(/Urna este sigilată/));
    const options = question
      .getAllByRole('listitem')
      .map((li) => li.textContent);
    expect(options).toEqual([
      'Daneales',
      'Nualesrăspuns semnalat',
      'Altfelales',
    ]);
    expect(question.getByText('Semnalată')).toBeDefined();
    expect(question.getByText('<b>banda</b> ruptă')).toBeDefined();
    expect(details().querySelector('b')).toBeNull();
  });

  it('an option that has left the form since is still shown', async () => {
    await cacheDetail(
      aDetail({
        answers: [
          {
            questionId: 205,
            options: [chosen({ optionId: 999, text: 'Veche' })],
          },
        ],
      }),
    );
    open(THREAD);
    const question = within(await card(/Urna este sigilată/));
    expect(question.getByText('Veche')).toBeDefined();
  });

  it('flagged questions come first, "only flagged" leaves the rest out', async () => {
    const body = { id: 12, version: 1, sections: twoSections() };
    await databases().cache.formBodies.put(body);
    await cacheDetail(aDetail({ answers: [no(3), no(5)] }));
    open(THREAD);
    await card(/Întrebarea 3/);
    expect(order()).toBe('35124');
    fireEvent.click(
      inDetails().getByRole('button', { name: 'Doar cele semnalate' }),
    );
    expect(order()).toBe('35');
    fireEvent.click(inDetails().getByRole('button', { name: 'Arată toate 5' }));
    expect(order()).toBe('35124');
  });

  it('a long form is drawn a screenful first, the rest once that is painted', async () => {
    const frames: FrameRequestCallback[] = [];
    vi.stubGlobal('requestAnimationFrame', (act: FrameRequestCallback) =>
      frames.push(act),
    );
    const [section, other] = twoSections();
    const questions = [
      ...(section?.questions ?? []),
      ...(other?.questions ?? []),
    ];
    const sections = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => ({
      id,
      code: `S${id}`,
      description: '',
      questions: questions.map((each) => ({
        ...each,
        id: id * 10 + each.id,
        text: `Întrebarea ${id * 10 + each.id}`,
      })),
    }));
    await databases().cache.formBodies.put({ id: 12, version: 1, sections });
    await cacheDetail(aDetail({ answers: [] }));
    open(THREAD);
    await card(/Întrebarea 11/);
    const cards = () => inDetails().getAllByRole('article');
    // 768 px, of which a question with two options takes at least 96.
    expect(cards()).toHaveLength(8);
    await waitFor(() => {
      for (const draw of frames.splice(0)) draw(performance.now());
      expect(cards()).toHaveLength(40);
    });
  });

  it('f goes from flag to flag and round again', async () => {
    const body = { id: 12, version: 1, sections: twoSections() };
    await databases().cache.formBodies.put(body);
    await cacheDetail(aDetail({ answers: [no(3), no(5)] }));
    open(THREAD);
    const three = await card(/Întrebarea 3/);
    press('f');
    await waitFor(() => expect(document.activeElement).toBe(three));
    press('f');
    await waitFor(async () =>
      expect(document.activeElement).toBe(await card(/Întrebarea 5/)),
    );
    press('f');
    await waitFor(() => expect(document.activeElement).toBe(three));
  });

  it('opens with the form that has a flag', async () => {
    const { cache } = databases();
    const sections = twoSections();
    await cache.formBodies.put({ id: 13, version: 1, sections });
    await cacheDetail(aDetail({ answers: [no(3)] }));
    open(THREAD);
    const tab = await inDetails().findByRole('tab', { name: /B Votare/ });
    await waitFor(() => expect(tab.getAttribute('aria-selected')).toBe('true'));
  });

  it('a form whose sections are not kept is fetched when its tab is opened', async () => {
    await cacheDetail(aDetail({ answers: flagged }));
    open(THREAD);
    await card(/Urna este sigilată/);
    expect(sync.pullForm).not.toHaveBeenCalled();
    fireEvent.click(inDetails().getByRole('tab', { name: /B Votare/ }));
    await waitFor(() => expect(sync.pullForm).toHaveBeenCalledWith(13));
    const sections = twoSections();
    await databases().cache.formBodies.put({ id: 13, version: 1, sections });
    await card(/Întrebarea 1/);
  });

  it('answers of forms that are no longer published are counted', async () => {
    const { cache } = databases();
    await cache.forms.delete(13);
    await cacheDetail(aDetail({ answers: [...flagged, no(77)] }));
    open(THREAD);
    await inDetails().findByText(
      'Încă un răspuns este la un formular care nu mai este publicat.',
    );
  });
});

describe('notes', () => {
  const note = (text: string) => ({ text, attachments: [] });

  it.each([
    [185, false],
    [186, true],
  ])('a text of %i characters is cut: %s', async (length, isCut) => {
    const text = 'x'.repeat(length);
    await cacheDetail(aDetail({ notes: [note(text)] }));
    open(THREAD);
    await inDetails().findByRole('tab', { name: /Note/ });
    const more = inDetails().queryByRole('button', { name: 'vezi mai mult' });
    expect(more !== null).toBe(isCut);
    // 186 characters are cut to their first 186 and three dots
    // (docs/specification.md 5).
    const shown = isCut ? `${text}...` : text;
    expect(details().textContent).toContain(shown);
    if (!more) return;
    fireEvent.click(more);
    expect(details().textContent).not.toContain(`${text}...`);
    fireEvent.click(
      inDetails().getByRole('button', { name: 'vezi mai puțin' }),
    );
    expect(details().textContent).toContain(`${text}...`);
  });

  it('stand beside their question, the rest together, and can be hidden', async () => {
    await cacheDetail(
      aDetail({
        answers: flagged,
        notes: [
          { ...note('lângă urnă'), formId: 12, questionId: 205 },
          note('despre <i>secție</i>'),
        ],
      }),
    );
    open(THREAD);
    const question = await card(/Urna este sigilată/);
    expect(within(question).getByText('lângă urnă')).toBeDefined();
    expect(inDetails().getByText('despre <i>secție</i>')).toBeDefined();
    fireEvent.click(
      inDetails().getByRole('button', { name: 'Ascunde notele (2)' }),
    );
    expect(inDetails().queryByText('lângă urnă')).toBeNull();
    expect(inDetails().queryByText(/secție<\/i>/)).toBeNull();
    press('n');
    expect(within(question).getByText('lângă urnă')).toBeDefined();
  });

  it('no notes, no button', async () => {
    await cacheDetail(aDetail({ answers: flagged }));
    open(THREAD);
    await card(/Urna este sigilată/);
    expect(inDetails().queryByRole('button', { name: /not[ae]/i })).toBeNull();
  });

  it('all together lead back to their questions', async () => {
    await cacheDetail(
      aDetail({
        answers: flagged,
        notes: [{ ...note('lângă urnă'), formId: 12, questionId: 205 }],
      }),
    );
    open(THREAD);
    fireEvent.click(await inDetails().findByRole('tab', { name: /^Note/ }));
    fireEvent.click(
      await inDetails().findByRole('button', { name: 'A1.1 · Deschidere' }),
    );
    const question = await card(/Urna este sigilată/);
    await waitFor(() => expect(document.activeElement).toBe(question));
  });

  it('pictures open in the viewer, which goes through all of the thread', async () => {
    const attachment = (name: string, type: 'image' | 'other') => ({
      src: `/files/${name}?sig=1`,
      path: `/files/${name}`,
      type,
    });
    await cacheDetail(
      aDetail({
        notes: [
          {
            attachments: [
              attachment('a.jpg', 'image'),
              attachment('x.pdf', 'other'),
            ],
          },
          { attachments: [attachment('b.jpg', 'image')] },
        ],
      }),
    );
    open(THREAD);
    const first = await inDetails().findByRole('button', {
      name: 'Poza 1 din 2',
    });
    const file = inDetails().getByRole('link', { name: /x\.pdf/ });
    expect(file.getAttribute('rel')).toContain('noopener');
    first.focus();
    fireEvent.click(first);
    const viewer = await screen.findByRole('region', { name: 'Poză' });
    const picture = () => within(viewer).getByRole('img');
    await within(viewer).findByRole('img');
    expect(picture().getAttribute('src')).toContain('/files/a.jpg?sig=1');
    fireEvent.click(
      within(viewer).getByRole('button', { name: 'Poza următoare' }),
    );
    await waitFor(() =>
      expect(picture().getAttribute('src')).toContain('/files/b.jpg'),
    );
    fireEvent.error(picture());
    await within(viewer).findByText(/Poza nu poate fi încărcată acum/);
    fireEvent.click(
      within(viewer).getByRole('button', { name: 'Încearcă din nou' }),
    );
    expect(picture().getAttribute('src')).toContain('/files/b.jpg');
    fireEvent.error(picture());
    await within(viewer).findByText(/Poza nu poate fi încărcată acum/);
    await reachServer();
    await within(viewer).findByRole('img');
    press('Escape');
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Poză' })).toBeNull(),
    );
    await waitFor(() => expect(document.activeElement).toBe(first));
  });

  it('a picture that cannot be loaded says so and can be tried again', async () => {
    await cacheDetail(
      aDetail({
        notes: [
          {
            attachments: [
              { src: '/files/a.jpg', path: '/files/a.jpg', type: 'image' },
            ],
          },
        ],
      }),
    );
    open(THREAD);
    fireEvent.error(await inDetails().findByRole('img'));
    fireEvent.click(
      await inDetails().findByRole('button', {
        name: /Poza 1 din 1: nu a putut fi încărcată/,
      }),
    );
    expect(inDetails().queryByRole('link', { name: /a.jpg/ })).toBeNull();
    fireEvent.error(await inDetails().findByRole('img'));
    expect(inDetails().queryByRole('img')).toBeNull();
    await reachServer();
    expect(await inDetails().findByRole('img')).toBeDefined();
  });

  it.each([
    [
      'a format of its own offers its file',
      900,
      /acest browser nu îi poate arăta/,
    ],
    ['no byte says so', 0, /Poza 1 din 1: fișierul este gol/],
  ])('a picture with %s', async (_, decodedBodySize, words) => {
    const path = '/files/proces%20verbal.jpg';
    await cacheDetail(
      aDetail({
        notes: [{ attachments: [{ src: path, path, type: 'image' }] }],
      }),
    );
    const entry = { responseStatus: 200, responseStart: 5, decodedBodySize };
    vi.spyOn(performance, 'getEntriesByName').mockReturnValue([
      entry as unknown as PerformanceEntry,
    ]);
    open(THREAD);
    fireEvent.error(await inDetails().findByRole('img'));
    await inDetails().findByText(words);
    const links = inDetails()
      .queryAllByRole('link', { name: /Deschide fișierul/ })
      .map((link) => link.textContent);
    expect(links.join()).toContain(
      decodedBodySize === 0 ? '' : 'Deschide fișierul proces verbal.jpg',
    );
    expect(links).toHaveLength(decodedBodySize === 0 ? 0 : 1);
  });

  it('a picture that does not come is shown from the copy on this device, which says so', async () => {
    const { cache } = databases();
    const bytes = new Uint8Array(250_000).buffer;
    await cache.pictures.put({
      path: '/files/a.jpg',
      size: 250_000,
      seenAt: 1,
    });
    await cache.pictureBytes.put({
      path: '/files/a.jpg',
      bytes,
      type: 'image/jpeg',
    });
    await cacheDetail(
      aDetail({
        notes: [
          {
            attachments: [
              {
                src: '/files/a.jpg?sig=1',
                path: '/files/a.jpg',
                type: 'image',
              },
            ],
          },
        ],
      }),
    );
    open(THREAD);
    const picture = await inDetails().findByRole('img');
    expect(picture.getAttribute('src')).toContain('/files/a.jpg?sig=1');
    fireEvent.error(picture);
    const says = 'Copie redusă de pe acest dispozitiv, 250 kB';
    expect(await inDetails().findByText(says)).toBeTruthy();
    const copy = inDetails().getByRole('img');
    expect(copy.getAttribute('src')).toMatch(/^blob:/);
    expect(sync.seePicture).toHaveBeenCalledWith('/files/a.jpg');
    // In the viewer, too: it tries the original first.
    fireEvent.click(copy);
    const viewer = await screen.findByRole('region', { name: 'Poză' });
    fireEvent.error(within(viewer).getByRole('img'));
    expect(await within(viewer).findByText(says)).toBeTruthy();
  });

  it('a picture of which another server tells nothing offers its file, too', async () => {
    const path = 'https://files.example.org/a.jpg';
    await cacheDetail(
      aDetail({
        notes: [{ attachments: [{ src: path, path, type: 'image' }] }],
      }),
    );
    open(THREAD);
    fireEvent.error(await inDetails().findByRole('img'));
    await inDetails().findByRole('button', { name: /nu a putut fi încărcată/ });
    const link = inDetails().getByRole('link', {
      name: /Deschide fișierul a.jpg/,
    });
    expect(link.getAttribute('href')).toBe(path);
  });

  async function openAttachment(type: 'video' | 'audio', told?: object) {
    const path = '/files/a%20b.bin';
    await cacheDetail(
      aDetail({ notes: [{ attachments: [{ src: path, path, type }] }] }),
    );
    vi.spyOn(performance, 'getEntriesByName').mockReturnValue(
      told ? [told as unknown as PerformanceEntry] : [],
    );
    open(THREAD);
  }

  it.each([
    ['video', 'Video: a b.bin', 200],
    ['audio', 'Înregistrare: a b.bin', 200],
    // No part of a file without a byte can be given.
    ['video', 'Video: a b.bin', 416],
  ] as const)(
    'a file without a byte says so when it is played: %s',
    async (type, name, responseStatus) => {
      await openAttachment(type, {
        responseStatus,
        responseStart: 5,
        decodedBodySize: 0,
      });
      fireEvent.error(await inDetails().findByLabelText(name));
      await inDetails().findByText(`${name}: fișierul este gol.`);
      expect(inDetails().queryByRole('link', { name: /a b.bin/ })).toBeNull();
    },
  );

  it('a film in a format of its own offers its file', async () => {
    await openAttachment('video', {
      responseStatus: 206,
      responseStart: 5,
      decodedBodySize: 900,
    });
    fireEvent.error(await inDetails().findByLabelText('Video: a b.bin'));
    await inDetails().findByText(/acest browser nu îi poate arăta/);
    inDetails().getByRole('link', { name: /Deschide fișierul a b.bin/ });
  });

  it('a film that cannot be loaded says so, and is tried again', async () => {
    await openAttachment('video');
    fireEvent.error(await inDetails().findByLabelText('Video: a b.bin'));
    const name = /Video: a b.bin: nu a putut fi încărcat\./;
    fireEvent.click(await inDetails().findByRole('button', { name }));
    await inDetails().findByLabelText('Video: a b.bin');
  });

  it('a film of whose missing bytes the browser notes nothing is asked about', async () => {
    sync.isFileEmpty.mockImplementation(async () => true);
    await openAttachment('video', { responseStatus: 0, responseStart: 5 });
    fireEvent.error(await inDetails().findByLabelText('Video: a b.bin'));
    await inDetails().findByText('Video: a b.bin: fișierul este gol.');
  });

  it.each([true, false])(
    'any other file is asked about when it is opened, not before: empty %s',
    async (isEmpty) => {
      const path = '/files/proces%20verbal.pdf';
      await cacheDetail(
        aDetail({
          notes: [{ attachments: [{ src: path, path, type: 'other' }] }],
        }),
      );
      sync.isFileEmpty.mockImplementation(async () => isEmpty);
      open(THREAD);
      const link = await inDetails().findByRole('link', {
        name: /proces verbal.pdf/,
      });
      expect(sync.isFileEmpty).not.toHaveBeenCalled();
      fireEvent.click(link);
      await waitFor(() => expect(sync.isFileEmpty).toHaveBeenCalledOnce());
      if (isEmpty) {
        await inDetails().findByText('proces verbal.pdf: fișierul este gol.');
        expect(inDetails().queryByRole('link', { name: /verbal/ })).toBeNull();
      } else {
        inDetails().getByRole('link', { name: /proces verbal.pdf/ });
      }
    },
  );

  it('a picture whose signature was too old is loaded by the newer one', async () => {
    const signed = (sig: number) =>
      aDetail({
        writtenAt: sig,
        notes: [
          {
            attachments: [
              {
                src: `/files/a.jpg?sig=${sig}`,
                path: '/files/a.jpg',
                type: 'image',
              },
            ],
          },
        ],
      });
    await cacheDetail(signed(1));
    open(THREAD);
    const picture = await inDetails().findByRole('img');
    // The one that is there stays.
    await cacheDetail(signed(2));
    expect(picture.getAttribute('src')).toContain('sig=1');
    fireEvent.error(picture);
    await waitFor(() =>
      expect(inDetails().getByRole('img').getAttribute('src')).toContain(
        'sig=2',
      ),
    );
  });

  it('an address that is no web address is not followed', async () => {
    const src = 'javascript:alert(1)';
    await cacheDetail(
      aDetail({
        notes: [{ attachments: [{ src, path: src, type: 'other' }] }],
      }),
    );
    open(THREAD);
    await inDetails().findByText(/nu poate fi deschisă/);
    expect(details().innerHTML).not.toContain('javascript:');
  });
});

describe('reading', () => {
  const reads = () => databases().intent.reads.get('41:7');

  it('marks the thread read, u marks it unread', async () => {
    await cacheDetail(aDetail({ answers: flagged }));
    open(THREAD);
    const row = () =>
      screen
        .getAllByRole('link')
        .find((link) => link.dataset['thread'] === '41:7');
    await waitFor(async () => expect((await reads())?.hash).toBe('h1'));
    await waitFor(() => expect(row()?.textContent).not.toContain('necitit'));
    press('u');
    await waitFor(() => expect(row()?.textContent).toContain('necitit'));
    await screen.findByText('Marcată ca necitită');
  });

  it('a change while it is open is said, read too, and moves nothing', async () => {
    const body = { id: 12, version: 1, sections: twoSections() };
    await databases().cache.formBodies.put(body);
    await cacheDetail(aDetail({ answers: [no(3)] }));
    open(THREAD);
    await card(/Întrebarea 3/);
    expect(order()).toBe('31245');
    // The answer to opening it has come: from now on the order stands.
    await act(() => new Promise((done) => setTimeout(done, 500)));
    await cacheDetail(aDetail({ answers: [no(3), no(5)], hash: 'h2' }));
    await inDetails().findByText('s-a modificat cât timp citeai');
    expect(order()).toBe('31245');
    const five = within(await card(/Întrebarea 5/));
    expect(five.getByText('Semnalată')).toBeDefined();
    await waitFor(async () => expect((await reads())?.hash).toBe('h2'));
  });

  it('one list’s date does not make the other list call it changed', async () => {
    const later = Date.now();
    await cacheThreads('all', [
      aThreadRow({ list: 'all', lastModified: later - 60_000 }),
    ]);
    await cacheThreads('urgent', [aThreadRow({ lastModified: later })]);
    await cacheDetail(aDetail({ answers: flagged }));
    open(THREAD);
    await waitFor(async () => expect((await reads())?.hash).toBe('h1'));
    await waitFor(() => expect(screen.queryByText('modificată')).toBeNull());
    expect((await reads())?.lastModified).toBe(later);
  });
});

describe('an address that leads into a thread', () => {
  beforeEach(async () => {
    await databases().cache.formBodies.put({
      id: 13,
      version: 1,
      sections: twoSections(),
    });
    await cacheDetail(
      aDetail({
        answers: [...flagged, no(4)],
        notes: [{ text: 'Coadă', attachments: [] }],
      }),
    );
  });

  it('opens at the question, on the tab of its form, with the focus there', async () => {
    open(`${THREAD}#question-4`);
    const asked = await card(/Întrebarea 4/);
    await waitFor(() => expect(document.activeElement).toBe(asked));
    fireEvent.click(inDetails().getByRole('tab', { name: /^A Deschidere/ }));
    await card(/Urna este sigilată/);
  });

  it('opens at the notes on the station', async () => {
    open(`${THREAD}#notes`);
    await inDetails().findByRole('tab', { name: /^Note/, selected: true });
  });

  it('opens as ever where the question is in no form', async () => {
    open(`${THREAD}#question-999`);
    await card(/Urna este sigilată/);
  });
});
