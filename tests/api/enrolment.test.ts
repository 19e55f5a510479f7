import { expect, it } from 'vitest';

import { makeEnrolmentCode, setPinByCode } from '@/api/enrolment';

import { serverSaying } from './support/fake-server';

const ENDS = '2026-11-23T09:00:00.000Z';

it('makes the code of an observer', async () => {
  const { client, sent } = serverSaying(
    `{ "code": "a-code", "endsAt": "${ENDS}" }`,
  );
  const reply = await makeEnrolmentCode(client, 41);
  expect(reply.ok && reply.value).toEqual({
    code: 'a-code',
    endsAt: Date.parse(ENDS),
  });
  expect(sent[0]).toMatchObject({
    method: 'POST',
    path: '/api/extensions/enrolment',
    query: [],
  });
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ observerId: 41 });
});

it('takes no reply for a code that lacks the code or its end', async () => {
  for (const reply of [
    '{}',
    `{ "code": "", "endsAt": "${ENDS}" }`,
    '{ "code": "a", "endsAt": "soon" }',
  ]) {
    const { client } = serverSaying(reply);
    const made = await makeEnrolmentCode(client, 41);
    expect(made.ok ? undefined : made.failure.kind, reply).toBe('unreadable');
  }
});

it('sets a PIN by a code, which is in no address', async () => {
  const { client, sent } = serverSaying('true');
  const reply = await setPinByCode(client, 'a-code', '9753');
  expect(reply.ok).toBe(true);
  expect(sent[0]).toMatchObject({
    method: 'POST',
    path: '/api/extensions/enrolment/pin',
    query: [],
  });
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
    code: 'a-code',
    pin: '9753',
  });
});

it.each(['', '<html></html>', 'false'])(
  'believes no success with the body %j',
  async (body) => {
    const reply = await setPinByCode(serverSaying(body).client, 'a', '9753');
    expect(reply.ok).toBe(false);
  },
);
