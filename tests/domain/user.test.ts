import { describe, expect, it } from 'vitest';

import { accountOf, actorKey, readToken } from '@/domain/user';

/** A token around a payload; nobody on this side checks the signature. */
function tokenOf(payload: string): string {
  return `e30.${Buffer.from(payload).toString('base64url')}.c2ln`;
}

function claims(changes: Record<string, unknown> = {}): string {
  return tokenOf(JSON.stringify({ sub: 'ana', ...changes }));
}

describe('reading a token', () => {
  it('takes the claims of an NGO admin (docs/api-contract.md 2.2)', () => {
    const token = tokenOf(`{
      "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name": "ana.pop@example.org",
      "sub": "ana.pop@example.org",
      "jti": "5b0b6b0e-8d0c-4a38-9b58-3f2f6a8a3c11",
      "iat": 1697353200,
      "IdNgo": "2",
      "UserType": "NgoAdmin",
      "Organizer": false,
      "NgoAdminId": 7,
      "nbf": 1697353200, "exp": 1697439600,
      "iss": "VoteMonitorJwtIssuer", "aud": "http://localhost:53413/"
    }`);
    expect(readToken(token)).toEqual({
      sub: 'ana.pop@example.org',
      idNgo: 2,
      userType: 'NgoAdmin',
      organizer: false,
    });
  });

  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [undefined, false],
    [null, false],
    [1, false],
  ])('Organizer %j makes an organizer: %j', (Organizer, organizer) => {
    expect(readToken(claims({ Organizer }))?.organizer).toBe(organizer);
  });

  it.each([
    ['2', 2],
    [2, 2],
    [undefined, 0],
  ])('IdNgo %j is the number %j', (IdNgo, idNgo) => {
    expect(readToken(claims({ IdNgo }))?.idNgo).toBe(idNgo);
  });

  it('keeps a session whose expiry is past: only a 401 ends one', () => {
    expect(readToken(claims({ exp: 1, iat: 0 }))?.sub).toBe('ana');
  });

  it.each(['Ștefan Țîră', 'Łukasz 🗳️', 'ana???>>>ÿÿÿ'])(
    'reads the subject %s as UTF-8',
    (sub) => {
      expect(readToken(claims({ sub }))?.sub).toBe(sub);
    },
  );

  it('reads the alphabet of URLs, without padding', () => {
    const token = claims({ sub: '???>>>ÿÿÿ', more: '>>>???' });
    expect(token).toMatch(/[-_]/);
    expect(token).not.toContain('=');
    expect(readToken(token)?.sub).toBe('???>>>ÿÿÿ');
  });

  it.each([
    ['nothing', ''],
    ['a word', 'undefined'],
    ['no payload', 'e30..c2ln'],
    ['no base64', 'e30.*#*.c2ln'],
    ['no JSON', tokenOf('not json')],
    ['a number', tokenOf('5')],
    ['null', tokenOf('null')],
    ['a list', tokenOf('[{"sub":"ana"}]')],
    ['no subject', tokenOf('{"IdNgo":"2"}')],
    ['an empty subject', tokenOf('{"sub":""}')],
    ['a subject that is no text', tokenOf('{"sub":7}')],
  ])('%s is no token', (_name, token) => {
    expect(readToken(token)).toBeUndefined();
  });
});

it('tells two identities apart by server, NGO and account', () => {
  const actor = { host: 'http://server.test', sub: 'ana', idNgo: 1 };
  const others = [
    { ...actor, host: 'http://other.test' },
    { ...actor, sub: 'dan' },
    { ...actor, idNgo: 2 },
  ];
  expect(actorKey({ ...actor })).toBe(actorKey(actor));
  expect(new Set([actor, ...others].map(actorKey)).size).toBe(4);
});

it('finds the account in the key of an identity', () => {
  const key = actorKey({ host: '', sub: 'ana|pop@example.org', idNgo: 1 });
  expect(accountOf(key)).toBe('ana|pop@example.org');
  expect(accountOf('actor')).toBe(undefined);
});
