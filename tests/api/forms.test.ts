import { describe, expect, it } from 'vitest';

import { createClient } from '@/api/client';
import {
  deleteForm,
  deleteQuestion,
  deleteSection,
  getForms,
  getFormSections,
  postForm,
  putForm,
} from '@/api/forms';
import type { FormInput } from '@/domain/forms/form';

import { serverSaying } from './support/fake-server';

describe('form lists (docs/api-contract.md 4.1)', () => {
  it.each([
    [true, 'http://server.test/api/v1/form?draft=true'],
    [false, 'http://server.test/api/v1/form?draft=false'],
  ])('draft %j is always said', async (draft, url) => {
    const { client, sent } = serverSaying('{ "formVersions": [] }');
    const reply = await getForms(client, draft, '"v1"');
    expect(sent[0]?.url).toBe(url);
    expect(sent[0]?.headers.get('if-none-match')).toBe('"v1"');
    expect(reply).toEqual({ ok: true, status: 200, value: [] });
  });

  it.each([
    ['ver only', '"ver": 4', 4],
    ['currentVersion only', '"currentVersion": 4', 4],
    ['both', '"currentVersion": 4, "ver": 4', 4],
    ['both, not the same', '"currentVersion": 5, "ver": 4', 5],
    ['zero', '"currentVersion": 0, "ver": 3', 0],
    ['none', '"order": 1', 1],
  ])('the version with %s', async (_name, fields, version) => {
    const { client } = serverSaying(`{ "formVersions": [
      { "id": 12, "code": "A", "description": "Opening of the station", "diaspora": false, "order": 1, "draft": false,
        ${fields} } ] }`);
    const reply = await getForms(client, false);
    expect(reply.ok && reply.value).toEqual([
      {
        id: 12,
        code: 'A',
        description: 'Opening of the station',
        diaspora: false,
        order: 1,
        draft: false,
        currentVersion: version,
      },
    ]);
  });

  it('keeps a title where a server has one, and lacks it where not', async () => {
    const { client } = serverSaying(`{ "formVersions": [
      { "id": 1, "code": "A", "description": "d", "title": "Deschidere", "diaspora": true, "draft": true, "order": null },
      { "id": 2, "code": "B", "description": "d", "title": null, "diaspora": false, "draft": false } ] }`);
    const reply = await getForms(client, true);
    const forms = (reply.ok && reply.value) || [];
    expect(forms[0]).toMatchObject({
      title: 'Deschidere',
      diaspora: true,
      draft: true,
      order: 0,
    });
    expect(forms[1]?.title).toBeUndefined();
  });
});

/** A question of a section with the order numbers of its options. */
function optionsOf(...numbers: (number | null)[]): string {
  const rows = numbers.map(
    (number, at) =>
      `{ "id": ${901 + at}, "optionId": ${901 + at}, "text": "${at}", "isFreeText": false, "flagged": false, "orderNumber": ${number} }`,
  );
  return `[ { "id": 31, "code": "A1", "description": "d", "questions": [
    { "id": 205, "code": "A1.1", "questionType": 1, "text": "t", "optionsToQuestions": [ ${rows.join(',')} ] } ] } ]`;
}

describe('the sections of a form (docs/api-contract.md 4.1)', () => {
  it.each([
    ['optionId', '"optionId": 902,'],
    ['idOption', '"idOption": 902,'],
    ['both', '"optionId": 902, "idOption": 902,'],
    ['neither', ''],
  ])('are read with %s beside the id of an option', async (_name, names) => {
    const { client, sent } =
      serverSaying(`[ { "uniqueId": "AA131", "id": 31, "code": "A1", "description": "Before opening", "orderNumber": 1,
      "questions": [
        { "id": 205, "formCode": "A", "code": "A1.1", "idSection": 31, "questionType": 2,
          "text": "Was the ballot box sealed", "hint": null, "orderNumber": 1,
          "optionsToQuestions": [
            { "id": 902, ${names} "text": "No",  "isFreeText": false, "flagged": true,  "orderNumber": 0 },
            { "id": 903, "optionId": 903, "text": "Other", "isFreeText": true, "flagged": false, "orderNumber": 0 } ] } ] } ]`);
    const reply = await getFormSections(client, 12);
    expect(sent[0]?.url).toBe('http://server.test/api/v1/form/12');
    expect(reply.ok && reply.value).toEqual([
      {
        id: 31,
        code: 'A1',
        description: 'Before opening',
        questions: [
          {
            id: 205,
            code: 'A1.1',
            text: 'Was the ballot box sealed',
            questionType: 2,
            options: [
              { id: 902, text: 'No', isFreeText: false, flagged: true },
              { id: 903, text: 'Other', isFreeText: true, flagged: false },
            ],
          },
        ],
      },
    ]);
  });

  it.each([
    // order numbers, ids as shown (docs/api-contract.md 5)
    [
      [0, 0, 0],
      [901, 902, 903],
    ],
    [
      [null, null, null],
      [901, 902, 903],
    ],
    [
      [3, 1, 2],
      [902, 903, 901],
    ],
    [
      [1, 2, 3],
      [901, 902, 903],
    ],
    [
      [2, 1, 1],
      [901, 902, 903],
    ],
    [[5], [901]],
  ])('options numbered %j come as %j', async (numbers, ids) => {
    const { client } = serverSaying(optionsOf(...numbers));
    const reply = await getFormSections(client, 12);
    const [section] = (reply.ok && reply.value) || [];
    expect(section?.questions[0]?.options.map(({ id }) => id)).toEqual(ids);
  });

  it('sorts sections and questions by their numbers too', async () => {
    const { client } = serverSaying(`[
      { "id": 32, "code": "A2", "description": "", "orderNumber": 2, "questions": [
        { "id": 2, "code": "b", "text": "", "questionType": 0, "orderNumber": 9, "optionsToQuestions": [] },
        { "id": 1, "code": "a", "text": "", "questionType": 3, "orderNumber": 3, "optionsToQuestions": [] } ] },
      { "id": 31, "code": "A1", "description": "", "orderNumber": 1, "questions": [] } ]`);
    const reply = await getFormSections(client, 12);
    const sections = (reply.ok && reply.value) || [];
    expect(sections.map(({ code }) => code)).toEqual(['A1', 'A2']);
    expect(sections[1]?.questions.map(({ code }) => code)).toEqual(['a', 'b']);
  });

  it.each([
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 3],
    // An unknown type is shown as the most permissive one.
    [4, 0],
    [null, 0],
  ])('question type %j is read as %i', async (wire, type) => {
    const { client } =
      serverSaying(`[ { "id": 31, "code": "A1", "description": "d", "questions": [
      { "id": 205, "code": "A1.1", "questionType": ${wire}, "text": "t", "optionsToQuestions": [] } ] } ]`);
    const reply = await getFormSections(client, 12);
    const [section] = (reply.ok && reply.value) || [];
    expect(section?.questions[0]?.questionType).toBe(type);
  });

  it('are none for a form without questions', async () => {
    const { client } = serverSaying('[]');
    const none = { ok: true, status: 200, value: [] };
    expect(await getFormSections(client, 99)).toEqual(none);
  });

  it('are none for an unknown form (204), once the server is heard between', async () => {
    const asked: string[] = [];
    const fetchIt = async (input: RequestInfo | URL) => {
      asked.push(new URL(String(input)).pathname);
      return asked.length === 2
        ? new Response('{"formVersions":[]}')
        : new Response(null, { status: 204 });
    };
    const client = createClient({ host: 'http://server.test', fetch: fetchIt });
    const none = { ok: true, status: 204, value: [] };
    expect(await getFormSections(client, 99)).toEqual(none);
    const path = '/api/v1/form/99';
    expect(asked).toEqual([path, '/api/v1/form', path]);
  });

  it('are not known from a network that answers everything without a body', async () => {
    const { client } = serverSaying('', { status: 204 });
    const failure = { kind: 'unreadable', status: 204 };
    expect(await getFormSections(client, 99)).toEqual({ ok: false, failure });
  });
});

describe('writing a form (docs/api-contract.md 4.1 and 5)', () => {
  const head = {
    title: 'Numărare',
    code: 'C',
    description: 'Numărarea voturilor',
    diaspora: false,
    draft: true,
    currentVersion: 4,
    order: 3,
  };
  const options = [
    { id: 901, text: 'Da', isFreeText: false, flagged: false },
    { id: -3, text: 'Nu', isFreeText: true, flagged: true },
  ];
  const form: FormInput = {
    ...head,
    sections: [
      { id: -1, code: 'C1', description: 'Nouă', questions: [] },
      {
        id: 31,
        code: 'C2',
        description: 'Veche',
        questions: [
          { id: -2, code: 'C2.1', text: 'Câte?', questionType: 1, options: [] },
          { id: 205, code: 'C2.2', text: 'Da?', questionType: 2, options },
        ],
      },
    ],
  };
  const formSections = [
    { id: 0, code: 'C1', description: 'Nouă', orderNumber: 1, questions: [] },
    {
      id: 31,
      code: 'C2',
      description: 'Veche',
      orderNumber: 2,
      questions: [
        {
          id: 0,
          code: 'C2.1',
          text: 'Câte?',
          hint: null,
          questionType: 1,
          orderNumber: 1,
          optionsToQuestions: [],
        },
        {
          id: 205,
          code: 'C2.2',
          text: 'Da?',
          hint: null,
          questionType: 2,
          orderNumber: 2,
          optionsToQuestions: [
            {
              id: 901,
              text: 'Da',
              isFreeText: false,
              flagged: false,
              orderNumber: 1,
            },
            {
              id: 0,
              text: 'Nu',
              isFreeText: true,
              flagged: true,
              orderNumber: 2,
            },
          ],
        },
      ],
    },
  ];

  it('creates with ids of 0 and the order told, and gets the new id', async () => {
    const { client, sent } = serverSaying('57');
    expect(await postForm(client, form)).toMatchObject({ value: 57 });
    expect(sent[0]).toMatchObject({
      method: 'POST',
      url: 'http://server.test/api/v1/form',
    });
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      id: 0,
      ...head,
      formSections,
    });
  });

  it('changes under its id, keeping the ids of its parts', async () => {
    const { client, sent } = serverSaying('12');
    const reply = await putForm(client, 12, head, form.sections);
    expect(reply).toMatchObject({ ok: true, value: 12 });
    expect(reply).not.toHaveProperty('isUnproven');
    expect(sent[0]?.method).toBe('PUT');
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      id: 12,
      ...head,
      formSections,
    });
  });

  it.each(['', '13', '{"status":"ok"}', 'null'])(
    'takes "%s", which does not name the form, for no proof of a save',
    async (text) => {
      const { client } = serverSaying(text);
      const reply = await putForm(client, 12, head, form.sections);
      expect(reply).toMatchObject({ ok: true, isUnproven: true });
    },
  );

  it('publishes without sections, so that the content is not touched', async () => {
    const { client, sent } = serverSaying('12');
    await putForm(client, 12, head, undefined);
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ id: 12, ...head });
  });

  it.each([
    [deleteForm, [12], 'form?formId=12'],
    [deleteSection, [31], 'form/section/31'],
    [deleteQuestion, [31, 205], 'form/section/31/question/205'],
  ] as const)('removes a part of it (%#)', async (remove, ids, path) => {
    const { client, sent } = serverSaying('');
    const reply = await Reflect.apply(remove, undefined, [client, ...ids]);
    expect(reply).toMatchObject({ ok: true, status: 200 });
    expect(sent.map(({ method, url }) => [method, url])).toEqual([
      ['DELETE', `http://server.test/api/v1/${path}`],
    ]);
  });

  it('hands on why the server refused, which it says in plain text', async () => {
    const text = 'The form has answers and cannot be deleted';
    const { client } = serverSaying(text, { status: 400 });
    expect(await deleteForm(client, 12)).toEqual({
      ok: false,
      failure: { kind: 'refused', status: 400, detail: text },
    });
  });

  it('takes a portal’s page for no answer, though any answer would do', async () => {
    const { client } = serverSaying('<html>Sign in</html>');
    expect(await deleteForm(client, 12)).toMatchObject({
      failure: { kind: 'unreadable' },
    });
  });
});
