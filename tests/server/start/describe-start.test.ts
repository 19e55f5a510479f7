import { expect, it } from 'vitest';

import { describeStart } from '../../../server/start/describe-start';
import { readOptions } from '../../../server/start/options';

function describeOn(host: string, env: Record<string, string> = {}) {
  const options = readOptions(['--host', host], env);
  return describeStart(options, {
    port: 8080,
    accounts: 'demo',
    dialect: 'pglite',
    hasApp: true,
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
