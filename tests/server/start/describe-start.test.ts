import { expect, it } from 'vitest';

import { describeStart } from '../../../server/start/describe-start';
import { readOptions } from '../../../server/start/options';

function describeOn(
  host: string,
  env: Record<string, string> = {},
  dialect: 'pglite' | 'postgres' = 'pglite',
) {
  const options = readOptions(['--host', host], env);
  return describeStart(options, {
    port: 8080,
    accounts: 'demo',
    dialect,
    hasApp: true,
    objects: 0,
    renamed: [],
  });
}

it.each(['127.0.0.1', 'localhost', '::1'])('needs no https on %s', (host) => {
  expect(describeOn(host)).not.toContain('https');
});

it.each(['0.0.0.0', '::', '192.0.2.7'])(
  'says on %s that browsers elsewhere need https',
  (host) => {
    expect(describeOn(host)).toContain('need https');
    const behindProxy = { PUBLIC_URL: 'https://votes.example.org' };
    expect(describeOn(host, behindProxy)).not.toContain('need https');
  },
);

it('names each host of the database and the pooler, and no password', () => {
  const said = describeOn(
    'localhost',
    {
      DATABASE_URL: 'postgres://me:hidden@db1:5432,db2/votes',
      DATABASE_POOLER_URL: 'postgres://me:hidden@pool:6432/votes',
    },
    'postgres',
  );
  expect(said).toContain('postgres://db1:5432,db2/votes');
  expect(said).toContain('postgres://pool:6432/votes');
  expect(said).not.toContain('hidden');
});
