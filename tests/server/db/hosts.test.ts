import { expect, it } from 'vitest';

import { createHosts, hostUrls } from '../../../server/db/hosts';

it.each([
  ['postgres://me@a:5432/votes', ['postgres://me@a:5432/votes']],
  [
    'postgres://me:it,is@a:5432,[::1]:5433,c/votes?sslmode=require',
    [
      'postgres://me:it,is@a:5432/votes?sslmode=require',
      'postgres://me:it,is@[::1]:5433/votes?sslmode=require',
      'postgres://me:it,is@c/votes?sslmode=require',
    ],
  ],
  [
    'postgres://me@localhost/votes?host=/run/a,b',
    ['postgres://me@localhost/votes?host=/run/a,b'],
  ],
  ['postgresql:///votes', ['postgresql:///votes']],
])('%s names each of its hosts', (address, urls) => {
  expect(hostUrls(address)).toEqual(urls);
});

it('connections that break together leave a host once', () => {
  const hosts = createHosts('postgres://a,b/votes');
  const [first = '', second = ''] = hosts.urls;
  expect(hosts.current()).toBe(first);
  hosts.leave(first);
  hosts.leave(first);
  expect(hosts.current()).toBe(second);
  hosts.leave(second);
  expect(hosts.current()).toBe(first);
});
