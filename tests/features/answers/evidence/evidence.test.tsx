import 'fake-indexeddb/auto';

import {
  act,
  fireEvent,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { databases } from '@/db/open';
import { attachmentFrom } from '@/domain/answers/note';
import { evidenceThread } from '@/features/answers/evidence/evidence-thread';

import { aThreadRow, chosen } from '../../../support/builders';
import { deferred } from '../../../support/deferred';
import { checkSums, jsonOf, textOf, unpack } from '../../../support/evidence';
import { failWith, sync } from '../../../support/fake-sync';
import { fakeWorkerOf } from '../../../support/fake-worker';
import { catchSavedFiles } from '../../../support/saved-files';
import { prepareScreen } from '../../../support/screen';
import {
  aDetail,
  cacheBasics,
  cacheDetail,
  cacheThreads,
} from '../cached-threads';
import { answersRoutes } from '../routes';

vi.mock('@/workers/client', () => import('../../../support/fake-sync'));

const { open } = prepareScreen(answersRoutes);

const THREAD = '/answers/details/41/7';
const PICTURE = 'https://files.test/notes/a.jpg';

let saved: ReturnType<typeof catchSavedFiles>;
let ended: number;

beforeEach(async () => {
  saved = catchSavedFiles();
  ended = 0;
  const Worker = fakeWorkerOf(evidenceThread);
  vi.stubGlobal(
    'Worker',
    class extends Worker {
      override terminate() {
        ended += 1;
        super.terminate();
      }
    },
  );
  await cacheBasics();
  await cacheThreads('all', [aThreadRow()]);
});

/** As if it was read when the thread was last changed. */
async function cacheWhole(key = '41:7', observerId = 41) {
  await cacheDetail(
    aDetail({
      key,
      observerId,
      answers: [
        { questionId: 205, options: [chosen({ optionId: 902, text: 'Nu' })] },
      ],
      notes: [
        {
          text: 'Fără sigiliu',
          attachments: [attachmentFrom(`${PICTURE}?sig=1`)],
        },
      ],
    }),
  );
  await noteRead(key);
}

async function noteRead(key: string) {
  await databases().cache.cursors.update(`detail:${key}`, {
    threadOrder: Number.MAX_SAFE_INTEGER,
  });
}

function givePicture() {
  sync.receiveFile.mockImplementation(
    async () => new Blob([new Uint8Array([1, 2, 3])], { type: 'image/jpeg' }),
  );
}

async function setOffline() {
  await act(async () => {
    await databases().cache.meta.put({
      k: 'connection',
      v: { state: 'offline', since: 1 },
    });
  });
}

async function ask() {
  const menu = { name: 'Fișiere din listă' };
  fireEvent.click(await screen.findByRole('button', menu));
  fireEvent.click(
    await screen.findByRole('menuitem', { name: 'Fișier de probe' }),
  );
  return within(await screen.findByRole('dialog', { name: 'Fișier de probe' }));
}

type Asked = Awaited<ReturnType<typeof ask>>;

async function press(dialog: Asked, name: string) {
  const button = await dialog.findByRole('button', { name });
  await waitFor(() =>
    expect(button.getAttribute('aria-disabled')).not.toBe('true'),
  );
  fireEvent.click(button);
}

async function savedFiles() {
  await waitFor(() => expect(saved).toHaveLength(1));
  const bytes = (await saved[0]?.bytes()) ?? new ArrayBuffer();
  return unpack(new Blob([bytes]));
}

/** The list of the open thread has a button of its own below it. */
async function askOfThread() {
  await screen.findByText('Fără sigiliu');
  const pane = await screen.findByRole('region', { name: 'Stare' });
  fireEvent.click(
    await within(pane).findByRole('button', { name: 'Fișier de probe' }),
  );
  return within(await screen.findByRole('dialog', { name: 'Fișier de probe' }));
}

describe('the evidence file of the open thread', () => {
  it('has its answers, notes and pictures as they were sent, and says what it has', async () => {
    givePicture();
    await cacheWhole();
    open(THREAD);
    const dialog = await askOfThread();
    await dialog.findByText('O raportare');
    dialog.getByText(
      'Cu toate răspunsurile și notele pe acest dispozitiv: 1 din 1',
    );
    dialog.getByText('Poze și alte fișiere în ele: 1');
    sync.pullDetail.mockClear();
    await press(dialog, 'Salvează fișierul');
    const files = await savedFiles();
    // Nothing is asked for that is here.
    expect(sync.pullDetail).not.toHaveBeenCalled();
    expect(sync.receiveFile).toHaveBeenCalledExactlyOnceWith(
      `${PICTURE}?sig=1`,
    );
    expect(saved[0]?.name).toMatch(/^probe-\d{4}-\d\d-\d\d\.zip$/);
    expect(checkSums(files)).toEqual([]);
    expect([...(files.get('pictures/0001-01-a.jpg') ?? [])]).toEqual([1, 2, 3]);
    expect(jsonOf(files, 'manifest.json')).toMatchObject({
      server: location.origin,
      account: 'organizer@demo.org',
      appVersion: expect.stringMatching(/^\d+\.\d+\.\d+/),
      chosen: 'o raportare aleasă',
      // Form B has no questions here.
      missing: [{ what: 'form', form: 13 }],
    });
    expect(textOf(files, 'report.html')).toContain('<bdi>Fără sigiliu</bdi>');
    await dialog.findByText(/^Fișierul este gata: probe-/);
    dialog.getByText('părți ale raportărilor: 1');
    expect(ended).toBe(1);
  });

  it('asks for a picture anew when its signature ran out', async () => {
    await cacheWhole();
    sync.receiveFile.mockImplementation(async (src) =>
      src.endsWith('sig=2') ? new Blob(['new']) : 'refused',
    );
    open(THREAD);
    const dialog = await askOfThread();
    sync.pullDetail.mockImplementation(async () => {
      await databases().cache.details.update('41:7', {
        notes: [{ attachments: [attachmentFrom(`${PICTURE}?sig=2`)] }],
      });
      return { ok: true };
    });
    await press(dialog, 'Salvează fișierul');
    const files = await savedFiles();
    expect(textOf(files, 'pictures/0001-01-a.jpg')).toBe('new');
  });

  it('takes the reduced copy without a connection, and says so', async () => {
    await cacheWhole();
    await databases().cache.pictureBytes.put({
      path: PICTURE,
      bytes: new Uint8Array([7]).buffer,
      type: 'image/jpeg',
    });
    open(THREAD);
    await setOffline();
    const dialog = await askOfThread();
    await dialog.findByText(/Fără conexiune intră copiile reduse de aici/);
    await press(dialog, 'Salvează fișierul');
    const files = await savedFiles();
    expect(textOf(files, 'report.html')).toContain(
      '(copie redusă, nu poza trimisă)',
    );
    await dialog.findByText('poze care sunt doar copii reduse: 1');
  });

  it('asks a store that does not answer three times, and lists what is missing', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    await cacheDetail(
      aDetail({
        notes: [
          {
            text: 'Fără sigiliu',
            attachments: names.map((name) =>
              attachmentFrom(`https://files.test/${name}.jpg`),
            ),
          },
        ],
      }),
    );
    await noteRead('41:7');
    sync.receiveFile.mockImplementation(async () => 'away');
    open(THREAD);
    const dialog = await askOfThread();
    await press(dialog, 'Salvează fișierul');
    const files = await savedFiles();
    expect(sync.receiveFile).toHaveBeenCalledTimes(3);
    expect(jsonOf(files, 'manifest.json').missing).toHaveLength(6);
    await dialog.findByText('poze și alte fișiere: 5');
  });
});

describe('where the browser lets a file be chosen', () => {
  const parts: Uint8Array[] = [];
  const target = {
    name: 'dosar.zip',
    remove: vi.fn(async () => {}),
    createWritable: async () => ({
      write: async (part: Uint8Array) => void parts.push(part.slice()),
      close: async () => {},
    }),
    getFile: async () => new Blob(parts.map((part) => part.slice())),
  };

  function choose(answer: () => Promise<unknown>) {
    vi.stubGlobal('showSaveFilePicker', vi.fn(answer));
  }

  beforeEach(async () => {
    parts.length = 0;
    target.remove.mockClear();
    givePicture();
    await cacheWhole();
    open(THREAD);
  });

  it('is written there, and not downloaded', async () => {
    choose(async () => target);
    const dialog = await askOfThread();
    await press(dialog, 'Salvează fișierul');
    await screen.findByText('Fișier salvat: dosar.zip');
    expect(checkSums(await unpack(await target.getFile()))).toEqual([]);
    expect(saved).toEqual([]);
    expect(target.remove).not.toHaveBeenCalled();
  });

  it('is not made when the person declines', async () => {
    choose(async () => {
      throw new DOMException('No', 'AbortError');
    });
    const dialog = await askOfThread();
    await press(dialog, 'Salvează fișierul');
    await waitFor(() => expect(window.showSaveFilePicker).toHaveBeenCalled());
    await dialog.findByText('O raportare');
    expect(sync.receiveFile).not.toHaveBeenCalled();
  });

  it('says that the disk is full, and removes what is left', async () => {
    choose(async () => ({
      ...target,
      createWritable: async () => ({
        write: async () => {
          throw new DOMException('No room', 'QuotaExceededError');
        },
      }),
    }));
    const dialog = await askOfThread();
    await press(dialog, 'Salvează fișierul');
    await dialog.findByText(
      'Pe acest dispozitiv nu mai este loc pentru fișier.',
    );
    expect(target.remove).toHaveBeenCalledTimes(1);
  });

  it('is removed when it is stopped', async () => {
    choose(async () => target);
    sync.receiveFile.mockImplementation(() => new Promise(() => {}));
    const dialog = await askOfThread();
    await press(dialog, 'Salvează fișierul');
    await waitFor(() => expect(sync.receiveFile).toHaveBeenCalled());
    await press(dialog, 'Oprește');
    await waitFor(() => expect(target.remove).toHaveBeenCalledTimes(1));
  });
});

describe('the evidence file of a list', () => {
  beforeEach(async () => {
    await cacheThreads('all', [
      aThreadRow(),
      aThreadRow({ key: '42:7', observerId: 42, observerName: 'Ion Pop' }),
      aThreadRow({ key: '43:7', observerId: 43, county: 'BH' }),
    ]);
    await cacheWhole();
  });

  it('says what is missing, and fetches it first', async () => {
    givePicture();
    const reply = deferred<{ ok: true }>();
    open('/answers');
    const dialog = await ask();
    await dialog.findByText('3 raportări');
    dialog.getByText(
      'Cu toate răspunsurile și notele pe acest dispozitiv: 1 din 3',
    );
    dialog.getByText(
      '2 raportări nu sunt întregi aici: se aduc întâi de la server.',
    );
    sync.pullDetail.mockImplementation(async ({ observerId }) => {
      await cacheWhole(`${observerId}:7`, observerId);
      await reply.promise;
      return { ok: true };
    });
    await press(dialog, 'Salvează fișierul');
    await dialog.findByText('Se aduc raportările: 0 din 2');
    expect(saved).toEqual([]);
    reply.resolve({ ok: true });
    const files = await savedFiles();
    const asked = sync.pullDetail.mock.calls.map(([pair]) => pair.observerId);
    expect(asked.toSorted()).toEqual([42, 43]);
    // Forms without their questions, too.
    expect(sync.pullForm).toHaveBeenCalledWith(13);
    const { missing, chosen: words } = jsonOf(files, 'manifest.json');
    expect(missing).toEqual([{ what: 'form', form: 13 }]);
    expect(words).toBe('Răspunsuri de la observatori, fără filtru');
    expect(jsonOf(files, 'answers.json').threads).toHaveLength(3);
    // One picture of three threads.
    expect(sync.receiveFile).toHaveBeenCalledTimes(1);
  });

  it('has the threads of the filter alone, and names it', async () => {
    givePicture();
    open('/answers?county=AB&triage=new');
    const dialog = await ask();
    await press(dialog, 'Salvează fișierul');
    const files = await savedFiles();
    const keys = jsonOf(files, 'answers.json').threads.map(
      ({ key }: { key: string }) => key,
    );
    expect(keys.toSorted()).toEqual(['41:7', '42:7']);
    expect(jsonOf(files, 'manifest.json').chosen).toBe(
      'Răspunsuri de la observatori, filtru: Județ: AB; Stare: Nouă',
    );
  });

  it('stops asking when the server is away, and says what is not in the file', async () => {
    givePicture();
    open('/answers');
    const dialog = await ask();
    sync.pullDetail.mockImplementation(failWith({ kind: 'offline' }));
    await press(dialog, 'Salvează fișierul');
    const files = await savedFiles();
    const { missing } = jsonOf(files, 'manifest.json');
    expect(missing).toContainEqual({ what: 'answers', thread: '42:7' });
    expect(missing).toContainEqual({ what: 'notes', thread: '43:7' });
  });

  it('can be stopped while a picture is awaited, and asked for again', async () => {
    sync.receiveFile.mockImplementation(() => new Promise(() => {}));
    open('/answers');
    const dialog = await ask();
    await press(dialog, 'Salvează fișierul');
    await dialog.findByText(/^Se face fișierul/);
    await waitFor(() => expect(sync.receiveFile).toHaveBeenCalled());
    await press(dialog, 'Oprește');
    await dialog.findByText('3 raportări');
    expect(saved).toEqual([]);
    expect(ended).toBe(1);
    givePicture();
    await press(dialog, 'Salvează fișierul');
    expect(checkSums(await savedFiles())).toEqual([]);
  });

  it('says that the thread of the file failed, and tries again', async () => {
    vi.stubGlobal(
      'Worker',
      class extends EventTarget {
        postMessage() {
          this.dispatchEvent(new Event('error'));
        }
        terminate() {}
      },
    );
    open('/answers');
    const dialog = await ask();
    await press(dialog, 'Salvează fișierul');
    await dialog.findByText('Fișierul nu a putut fi făcut.');
    await press(dialog, 'Încearcă din nou');
    await dialog.findByText('3 raportări');
  });

  it('says when no report fits', async () => {
    open('/answers?county=CJ');
    const dialog = await ask();
    await dialog.findByText(
      'Nicio raportare de pe acest dispozitiv nu se potrivește.',
      { selector: '[role="alert"] *' },
    );
  });
});

describe('the evidence file of a selection', () => {
  it('has what is selected', async () => {
    givePicture();
    await cacheThreads('all', [
      aThreadRow(),
      aThreadRow({ key: '42:7', observerId: 42, observerName: 'Ion Pop' }),
    ]);
    await cacheWhole('42:7', 42);
    open('/answers');
    fireEvent.click(await screen.findByRole('button', { name: 'Selectează' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: /Ion Pop/ }));
    const bar = await screen.findByRole('region', { name: 'Selecție' });
    fireEvent.click(
      within(bar).getByRole('button', { name: 'Fișier de probe' }),
    );
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Fișier de probe' }),
    );
    await press(dialog, 'Salvează fișierul');
    const { threads } = jsonOf(await savedFiles(), 'answers.json');
    expect(threads).toMatchObject([{ key: '42:7' }]);
  });
});
