import { expect, it } from 'vitest';

import { blob } from '../../../server/db/schema';
import { onPglite } from '../support/on-pglite';
import { freshServer, START, startServer } from '../support/server';

const path = '/api/v2/note';
const ofMaria = `${path}?observerId=41&pollingStationId=7312`;
const bytes = Uint8Array.from({ length: 300 }, (_, i) => i % 256);

/** docs/api-contract.md 4.3 and 4.11. */
onPglite((database) => {
  const server = freshServer(database);

  function form(fields: Record<string, string | File>): FormData {
    const body = new FormData();
    body.set('CountyCode', 'AB');
    body.set('MunicipalityCode', 'AB-SEB');
    body.set('PollingStationNumber', '12');
    for (const [name, value] of Object.entries(fields))
      body.append(name, value);
    return body;
  }

  const post = (fields: Record<string, string | File>) =>
    server().ask(path, { method: 'POST', as: 'maria', body: form(fields) });

  const jpeg = new File([bytes], 'ușa închisă.jpg', { type: 'image/jpeg' });

  async function link(file: File): Promise<string> {
    const reply = await post({ Text: 'See', Files: file });
    expect(reply.status, await reply.clone().text()).toBe(200);
    const { filesAddress } = await reply.json();
    expect(filesAddress).toHaveLength(1);
    return filesAddress[0];
  }

  it('keeps a note with its files, and answers with their addresses', async () => {
    const reply = await post({
      QuestionId: '205',
      Text: 'Commission refused access',
      Files: jpeg,
    });
    expect(reply.status).toBe(200);
    const body = await reply.json();
    expect(body).toEqual({
      filesAddress: [expect.any(String)],
      note: {
        countyCode: 'AB',
        municipalityCode: 'AB-SEB',
        pollingStationNumber: 12,
        questionId: 205,
        text: 'Commission refused access',
      },
    });
    server().clock.now = new Date(START.getTime() + 60_000);
    await post({ QuestionId: '0', file: jpeg });

    expect(await server().read(ofMaria)).toEqual([
      {
        countyCode: 'AB',
        municipalityCode: 'AB-SEB',
        pollingStationNumber: 12,
        questionId: 205,
        text: 'Commission refused access',
        // The same file, by an address that names who got it.
        attachmentsPaths: [
          expect.stringContaining(body.filesAddress[0].split('?')[0]),
        ],
        formCode: 'A',
        formId: 12,
      },
      {
        countyCode: 'AB',
        municipalityCode: 'AB-SEB',
        pollingStationNumber: 12,
        questionId: null,
        text: null,
        attachmentsPaths: [expect.stringContaining('.jpg?')],
        formCode: null,
        formId: -1,
      },
    ]);
    expect(await database().db.select().from(blob)).toHaveLength(1);
  });

  it('finds notes under both sets of names, and of one question', async () => {
    await post({ Text: 'one', QuestionId: '205' });
    await post({ Text: 'two' });
    expect(
      await server().read(`${path}?IDOBSERVER=41&idPollingStation=7312`),
    ).toHaveLength(2);
    expect(await server().read(`${path}?observerId=41`)).toHaveLength(2);
    expect(await server().read(`${ofMaria}&IdQuestion=205`)).toMatchObject([
      { text: 'one' },
    ]);
    expect(
      await server().read(`${path}?observerId=41&pollingStationId=7313`),
    ).toEqual([]);
  });

  it('shows an NGO admin the notes of the own NGO only', async () => {
    await post({ Text: 'of Maria' });
    const dan = form({ Text: 'of Dan' });
    await server().ask(path, { method: 'POST', as: 'dan', body: dan });
    const ofDan = `${path}?observerId=42&pollingStationId=7312`;
    expect(await server().read(ofMaria, 'admin')).toHaveLength(1);
    expect(await server().read(ofDan, 'admin')).toEqual([]);
    expect(await server().read(ofDan)).toHaveLength(1);
  });

  it('refuses a question without a station, or nobody, with 400', async () => {
    const question = await server().ask(
      `${path}?observerId=41&IdQuestion=205`,
      {
        as: 'admin',
      },
    );
    expect(question.status).toBe(400);
    const nobody = await server().ask(`${path}?pollingStationId=7312`, {
      as: 'admin',
    });
    expect(nobody.status).toBe(400);
    const crashing = startServer(database(), { quirks: { crashes: true } });
    const crashed = await crashing.ask(`${path}?pollingStationId=7312`, {
      as: 'admin',
    });
    expect(crashed.status).toBe(500);
    expect(await crashed.json()).toMatchObject({
      title: 'An error occurred',
      status: 400,
    });
  });

  it('serves a file to anyone who has its address, safely', async () => {
    const url = await link(jpeg);
    const response = await server().ask(url);
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition':
        "inline; filename*=UTF-8''u%C8%99a%20%C3%AEnchis%C4%83.jpg",
      'cache-control': expect.stringMatching(/^private/),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    const headers = { 'If-None-Match': response.headers.get('ETag') ?? '' };
    expect((await server().ask(url, { headers })).status).toBe(304);
  });

  it('serves a part of a file', async () => {
    const url = await link(jpeg);
    const part = async (Range: string) => {
      const response = await server().ask(url, { headers: { Range } });
      const { length } = new Uint8Array(await response.arrayBuffer());
      return [response.status, length, response.headers.get('Content-Range')];
    };
    expect(await part('bytes=0-9')).toEqual([206, 10, 'bytes 0-9/300']);
    expect(await part('bytes=290-')).toEqual([206, 10, 'bytes 290-299/300']);
    expect(await part('bytes=-5')).toEqual([206, 5, 'bytes 295-299/300']);
    expect(await part('bytes=300-')).toEqual([416, 0, 'bytes */300']);
    expect(await part('lines=1-2')).toEqual([200, 300, null]);
  });

  it('refuses a changed or expired address', async () => {
    const url = await link(jpeg);
    const status = async (address: string) =>
      (await server().ask(address)).status;
    const other = url.replace(/attachment\/\d+/, 'attachment/999999');
    expect(await status(other)).toBe(403);
    expect(
      await status(url.replace(/expires=\d+/, 'expires=9999999999999')),
    ).toBe(403);
    expect(await status(url.replace(/signature=.*/, 'signature=abc'))).toBe(
      403,
    );
    expect(await status(url.split('?')[0] ?? '')).toBe(403);
    expect(await status(url)).toBe(200);
    server().clock.now = new Date(START.getTime() + 24 * 3_600_000);
    expect(await status(url)).toBe(403);
  });

  it('keeps an address for hours, unless told to sign each time anew', async () => {
    await link(jpeg);
    const first = await server().read(ofMaria);
    server().clock.now = new Date(START.getTime() + 60_000);
    expect(await server().read(ofMaria)).toEqual(first);
    const restless = startServer(database(), {
      quirks: { resignedAttachments: true },
    });
    const [one, two] = [
      await restless.read(ofMaria),
      await restless.read(ofMaria),
    ];
    expect(one).not.toEqual(two);
  });

  it('uses the address that the outside world knows', async () => {
    await link(jpeg);
    const { read } = startServer(database(), {
      publicUrl: 'https://votes.example.org',
    });
    expect(await read(ofMaria)).toMatchObject([
      {
        attachmentsPaths: [
          expect.stringMatching(/^https:\/\/votes\.example\.org\/api\//),
        ],
      },
    ]);
  });

  it.each([
    ['picture.svg', 'image/svg+xml', 'application/octet-stream'],
    ['page.html', 'text/html', 'application/octet-stream'],
    ['page.jpg', 'text/html', 'image/jpeg'],
    ['film.MP4', '', 'video/mp4'],
    ['list.pdf', 'application/pdf', 'application/pdf'],
    ['nameless', '', 'application/octet-stream'],
  ])('serves %s, sent as "%s", as %s', async (name, type, served) => {
    const response = await server().ask(
      await link(new File([bytes], name, { type })),
    );
    expect(response.headers.get('Content-Type')).toBe(served);
    const shown =
      served === 'application/octet-stream' ? 'attachment' : 'inline';
    expect(response.headers.get('Content-Disposition')).toMatch(
      new RegExp(`^${shown};`),
    );
  });

  it.each<Record<string, string>>([
    {},
    { Text: 'x', QuestionId: '999' },
    { Text: 'x', QuestionId: 'first' },
    { Text: 'x', PollingStationNumber: '999' },
  ])('refuses the note %o with 400', async (fields) => {
    const body = form({});
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const reply = await server().ask(path, {
      method: 'POST',
      as: 'maria',
      body,
    });
    expect(reply.status).toBe(400);
    expect(await server().read(ofMaria)).toEqual([]);
  });

  it('refuses a note that is no form', async () => {
    const reply = await server().ask(path, {
      method: 'POST',
      as: 'maria',
      body: { text: 'x' },
    });
    expect(reply.status).toBe(400);
  });
});
