import { describe, expect, it, vi } from 'vitest';

import { attachmentFrom } from '@/domain/answers/note';
import type { EvidenceThread, LoadedFile } from '@/domain/evidence/evidence';
import { buildEvidence } from '@/features/answers/evidence/build-evidence';
import type {
  EvidenceOrder,
  EvidenceSource,
} from '@/features/answers/evidence/build-evidence';
import { blobSink } from '@/lib/archive';
import type { Sink } from '@/lib/archive';

import { aForm, aSection, aThread, chosen } from '../../../support/builders';
import {
  anEvidenceThread,
  anOrigin,
  checkSums,
  jsonOf,
  nameWords,
  textOf,
  unpack,
} from '../../../support/evidence';

const HOSTILE = `</bdi><script>alert("1")</script>'"&\n../../x\u202e`;

const PICTURE = new Uint8Array([0xff, 0xd8, 0xff, 0, 1, 2]);

function received(bytes = PICTURE): LoadedFile {
  return {
    is: 'received',
    bytes: bytes.slice().buffer,
    mediaType: 'image/jpeg',
    at: Date.UTC(2026, 10, 22, 9, 30),
  };
}

function anOrder(changes: Partial<EvidenceOrder> = {}): EvidenceOrder {
  return {
    keys: ['41:7'],
    missing: [],
    origin: anOrigin(),
    forms: {
      forms: [aForm()],
      bodies: [{ id: 12, version: 1, sections: [aSection()] }],
    },
    words: nameWords(),
    locale: 'ro',
    ...changes,
  };
}

async function build(
  threads: readonly EvidenceThread[],
  loadFile: EvidenceSource['loadFile'] = async () => received(),
  changes: Partial<EvidenceOrder> = {},
  sink: Sink = blobSink('application/zip'),
) {
  const order = anOrder({ keys: threads.map(({ key }) => key), ...changes });
  const byKey = new Map(threads.map((thread) => [thread.key, thread]));
  const readThread = async (key: string) => {
    const thread = byKey.get(key);
    if (!thread) throw new Error(`No thread ${key}`);
    return thread;
  };
  const onProgress = vi.fn();
  const source = { readThread, loadFile };
  const built = await buildEvidence(order, source, sink, onProgress);
  return { built, onProgress, files: await unpack(built.zip) };
}

function withPictures(...sources: string[]): EvidenceThread {
  return anEvidenceThread({
    notes: [{ text: 'Vezi', attachments: sources.map(attachmentFrom) }],
  });
}

describe('an evidence file', () => {
  it('has the report, answers, notes, pictures, the manifest, and sums of all of them', async () => {
    const { files } = await build([withPictures('https://s.test/a.jpg?sig=1')]);
    expect([...files.keys()]).toEqual([
      'pictures/0001-01-a.jpg',
      'report.html',
      'answers.json',
      'notes.json',
      'manifest.json',
      'SHA256SUMS',
    ]);
    expect(checkSums(files)).toEqual([]);
    expect(files.get('pictures/0001-01-a.jpg')).toEqual(PICTURE);
  });

  it('says in its manifest where it and each picture are from', async () => {
    const { files } = await build([withPictures('https://s.test/a.jpg?sig=1')]);
    const manifest = jsonOf(files, 'manifest.json');
    expect(manifest).toMatchObject({
      server: 'https://server.test',
      account: 'organizer@demo.org',
      appVersion: '0.2.0',
      madeAt: '2026-11-22T10:00:00.000Z',
      timeZone: 'Europe/Bucharest',
      threads: [{ key: '41:7', readAt: '2026-11-22T09:00:00.000Z' }],
      missing: [],
    });
    expect(manifest.files[0]).toEqual({
      path: 'pictures/0001-01-a.jpg',
      size: 6,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      content: 'received',
      address: 'https://s.test/a.jpg',
      mediaType: 'image/jpeg',
      receivedAt: '2026-11-22T09:30:00.000Z',
    });
    // Anybody who has a signed address can open the file.
    expect(textOf(files, 'manifest.json')).not.toContain('sig=1');
  });

  it('says that a copy is reduced, and why a picture is missing', async () => {
    const reduced: LoadedFile = {
      is: 'reduced',
      bytes: PICTURE.slice().buffer,
      mediaType: 'image/jpeg',
    };
    const { built, files } = await build(
      [withPictures('https://s.test/a.jpg', 'https://s.test/b.jpg')],
      async (_, { path }) =>
        path.endsWith('a.jpg') ? reduced : { is: 'missing', reason: 'away' },
    );
    const report = textOf(files, 'report.html');
    expect(report).toContain('0001-01-a.jpg [reducedCopy]');
    expect(report).toContain(
      '[fileMissing] ([away]): <bdi>https://s.test/b.jpg',
    );
    expect(report).toContain('[missingFile] ([away]): 1');
    const missing = [
      {
        what: 'file',
        thread: '41:7',
        address: 'https://s.test/b.jpg',
        reason: 'away',
      },
    ];
    expect(jsonOf(files, 'manifest.json')).toMatchObject({
      files: [{ content: 'reduced', receivedAt: null }, {}, {}, {}],
      missing,
    });
    const [thread] = jsonOf(files, 'notes.json').threads;
    expect(thread.notes[0].attachments).toMatchObject([
      { path: 'pictures/0001-01-a.jpg', content: 'reduced' },
      { path: null, content: 'missing', reason: 'away' },
    ]);
    expect(built).toMatchObject({ received: 0, reduced: 1, missing });
    expect(checkSums(files)).toEqual([]);
  });

  it('has a picture of two notes once', async () => {
    const loadFile = vi.fn(async () => received());
    const note = { attachments: [attachmentFrom('https://s.test/a.jpg')] };
    const thread = anEvidenceThread({ notes: [note, note] });
    const { files } = await build([thread], loadFile);
    expect(loadFile).toHaveBeenCalledTimes(1);
    const report = textOf(files, 'report.html');
    expect(report.match(/<img src="pictures\/0001-01-a.jpg"/g)).toHaveLength(2);
  });

  it('never holds two pictures: one is asked for when the one before is in the archive', async () => {
    const events: string[] = [];
    const sink = blobSink('application/zip');
    const write: Sink['write'] = async (part) => {
      // Slower than the next question would be.
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (part.length === PICTURE.length) events.push('written');
      return sink.write(part);
    };
    const sources = ['a', 'b', 'c'].map((name) => `https://s.test/${name}.jpg`);
    await build(
      [withPictures(...sources)],
      async () => {
        events.push('asked');
        return received();
      },
      {},
      { ...sink, write },
    );
    expect(events).toEqual([
      'asked',
      'written',
      'asked',
      'written',
      'asked',
      'written',
    ]);
  });

  it('shows hostile words of people as words, in every field', async () => {
    const thread = anEvidenceThread({
      thread: aThread({
        pollingStationName: HOSTILE,
        observerName: HOSTILE,
        observerPhone: HOSTILE,
      }),
      answers: [
        {
          questionId: 205,
          options: [chosen({ text: HOSTILE, value: HOSTILE })],
        },
        { questionId: 999, options: [chosen({ text: HOSTILE })] },
      ],
      notes: [
        {
          text: HOSTILE,
          questionId: 205,
          formId: 12,
          attachments: [
            attachmentFrom(`https://s.test/${HOSTILE}.jpg`),
            attachmentFrom('javascript:alert(1)//.jpg'),
          ],
        },
      ],
      decisions: [
        {
          state: 'new',
          note: HOSTILE,
          setBy: HOSTILE,
          setAt: 1,
          isShared: true,
        },
      ],
    });
    const section = aSection();
    const [question] = section.questions;
    if (question) Object.assign(question, { text: HOSTILE, code: HOSTILE });
    const { files } = await build(
      [thread],
      async (_, { path }) =>
        path.startsWith('javascript:')
          ? { is: 'missing', reason: 'noAddress' }
          : received(),
      {
        origin: anOrigin({ chosen: HOSTILE, account: HOSTILE }),
        forms: {
          forms: [aForm({ code: HOSTILE, description: HOSTILE })],
          bodies: [{ id: 12, version: 1, sections: [section] }],
        },
      },
    );
    const report = textOf(files, 'report.html');
    expect(report).not.toMatch(/<script|="[^"]*javascript:/i);
    // Head 2, thread 3, form 2, question 2, answers 3, note 2, decision 2.
    expect(report.match(/&lt;script&gt;alert/g)).toHaveLength(16);
    const [answered] = jsonOf(files, 'answers.json').threads;
    expect(answered.observerName).toBe(HOSTILE);
    expect(answered.answers[0].options[0].value).toBe(HOSTILE);
    const [noted] = jsonOf(files, 'notes.json').threads;
    expect(noted.notes[0].text).toBe(HOSTILE);
    for (const path of files.keys()) expect(path).toMatch(/^[\w/.-]+$/);
    expect(checkSums(files)).toEqual([]);
  });

  it('is a page without scripts and without anything from elsewhere', async () => {
    const { files } = await build([withPictures('https://s.test/a.jpg')]);
    const report = textOf(files, 'report.html');
    expect(report).toMatch(/^<!doctype html>\n<html lang="ro">/);
    expect(report).toContain('content="default-src &#39;none&#39;;');
    const loaded = [...report.matchAll(/(?:src|href)="([^"]*)"/g)];
    expect(loaded.map(([, address]) => address)).toEqual([
      'pictures/0001-01-a.jpg',
    ]);
  });

  it('keeps answers to questions that are gone, and says that a form has a newer version', async () => {
    const thread = anEvidenceThread({
      answers: [
        {
          questionId: 205,
          options: [chosen({ optionId: 902, text: 'Nu, ca atunci' })],
        },
        { questionId: 77, options: [chosen({ text: 'Poate', flagged: true })] },
      ],
    });
    const { files } = await build([thread], undefined, {
      forms: {
        forms: [aForm({ currentVersion: 3 })],
        bodies: [{ id: 12, version: 2, sections: [aSection()] }],
      },
    });
    const report = textOf(files, 'report.html');
    expect(report).toContain('[version] 2');
    expect(report).toContain('[otherVersion]: 3');
    // As it was answered, and flagged as the form says now.
    expect(report).toContain(
      '<div class="flagged"><bdi>Nu, ca atunci</bdi> <small>[flagged]</small>',
    );
    expect(report).toContain('<h3>[strayAnswers]</h3>');
    expect(report).toContain('[questionId] 77');
    const [{ answers }] = jsonOf(files, 'answers.json').threads;
    expect(answers).toMatchObject([
      { code: 'A1.1', form: { version: 3, questionsOfVersion: 2 } },
      { code: null, form: null, options: [{ text: 'Poate', flagged: true }] },
    ]);
  });

  it('says of a thread that was deleted meanwhile that it is gone', async () => {
    const gone: EvidenceThread = {
      key: '42:8',
      observerId: 42,
      pollingStationId: 8,
      isOlder: false,
      decisions: [],
    };
    const { files } = await build([anEvidenceThread(), gone]);
    expect(textOf(files, 'report.html')).toContain('[missingReport]: 1');
    expect(jsonOf(files, 'manifest.json').missing).toEqual([
      { what: 'report', thread: '42:8' },
    ]);
    const [, noted] = jsonOf(files, 'notes.json').threads;
    expect(noted).toMatchObject({ key: '42:8', notes: null });
  });

  it('says which parts of a thread are not here', async () => {
    const thread = anEvidenceThread({
      notes: undefined,
      extra: undefined,
      isOlder: true,
    });
    const { files } = await build([thread], undefined, {
      missing: [{ what: 'reports', count: 17 }],
    });
    const { missing } = jsonOf(files, 'manifest.json');
    expect(missing).toEqual([
      { what: 'reports', count: 17 },
      { what: 'notes', thread: '41:7' },
      { what: 'stationInfo', thread: '41:7' },
      { what: 'newerChanges', thread: '41:7' },
    ]);
    const report = textOf(files, 'report.html');
    expect(report).toContain('[missingReports]: 17');
    expect(report).toContain('<li>[missingNewerChanges]</li>');
  });

  it('writes times that are none as unknown', async () => {
    const thread = anEvidenceThread({
      thread: aThread({ lastModified: Number.POSITIVE_INFINITY }),
      extra: { observerArrivalTime: 9e15 },
    });
    const { files } = await build([thread]);
    const [answered] = jsonOf(files, 'answers.json').threads;
    expect(answered.lastModified).toBe(null);
    expect(answered.stationInfo.observerArrivalTime).toBe(null);
    expect(textOf(files, 'report.html')).toContain(
      '<dt>[arrival]</dt><dd>[unknown]</dd>',
    );
  });

  it('tells where each picture lies in the archive, for the print view', async () => {
    const { built } = await build([withPictures('/a.jpg', '/b.jpg')]);
    const second = built.pictures[1];
    expect(second?.path).toBe('pictures/0001-02-b.jpg');
    const bytes = await built.zip
      .slice(second?.start, second?.end)
      .arrayBuffer();
    expect(new Uint8Array(bytes)).toEqual(PICTURE);
  });

  it('ends with the reason when the device has no room', async () => {
    const full: Sink = {
      write: async () => {
        throw new DOMException('No room', 'QuotaExceededError');
      },
      close: async () => new Blob(),
    };
    await expect(
      build([anEvidenceThread()], undefined, {}, full),
    ).rejects.toThrow('No room');
  });

  it('is made by a clock that is far off, too', async () => {
    const { files } = await build([anEvidenceThread()], undefined, {
      origin: anOrigin({ madeAt: 0 }),
    });
    expect(jsonOf(files, 'manifest.json').madeAt).toBe(
      '1970-01-01T00:00:00.000Z',
    );
    expect(checkSums(files)).toEqual([]);
  });

  it('counts what is done', async () => {
    const { onProgress } = await build([
      withPictures('/a.jpg'),
      anEvidenceThread({ key: '42:8' }),
    ]);
    expect(onProgress.mock.lastCall?.[0]).toMatchObject({
      threads: 2,
      files: 1,
    });
  });
});
