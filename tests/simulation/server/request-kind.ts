import type { Exchange } from './server-state';

/** What a request asks the server for, as faults and counts name it. */
const requestKinds = [
  'observer.create',
  'observer.update',
  'observer.delete',
  'form.create',
  'form.save',
  'form.delete',
  'form.part',
  'county.import',
  'county.update',
  'message',
  'mark',
  'observers',
  'observer',
  'count',
  'forms',
  'form',
  'threads',
  'details',
  'bulk',
  'counties',
  'provinces',
  'history',
  'marks',
] as const;
export type RequestKind = (typeof requestKinds)[number];

/** Kinds of requests that change the server. */
export const writeKinds = requestKinds.slice(
  0,
  requestKinds.indexOf('observers'),
);

/** Kinds of requests that only read. */
export const readKinds = requestKinds.slice(writeKinds.length);

/** One path of the contract and the kind of each method on it. */
interface Route {
  path: RegExp;
  kinds: Partial<Record<string, RequestKind>>;
}

const routes: readonly Route[] = [
  { path: /^\/api\/v1\/observer\/count$/, kinds: { GET: 'count' } },
  {
    path: /^\/api\/v1\/observer$/,
    kinds: {
      GET: 'observers',
      POST: 'observer.create',
      PUT: 'observer.update',
      DELETE: 'observer.delete',
    },
  },
  { path: /\/section\/\d+/, kinds: { DELETE: 'form.part' } },
  {
    path: /^\/api\/v1\/form$/,
    kinds: {
      GET: 'forms',
      POST: 'form.create',
      PUT: 'form.save',
      DELETE: 'form.delete',
    },
  },
  { path: /^\/api\/v1\/form\/\d+$/, kinds: { GET: 'form' } },
  { path: /^\/api\/v1\/notification\/get\/all$/, kinds: { GET: 'history' } },
  { path: /^\/api\/v1\/notification\//, kinds: { POST: 'message' } },
  {
    path: /^\/api\/v1\/county\/import$/,
    kinds: { POST: 'county.import' },
  },
  {
    path: /^\/api\/v1\/county/,
    kinds: { GET: 'counties', PUT: 'county.update', POST: 'county.update' },
  },
  { path: /^\/api\/v1\/province/, kinds: { GET: 'provinces' } },
  { path: /^\/api\/v1\/answers$/, kinds: { GET: 'threads' } },
  { path: /^\/api\/v1\/answers\//, kinds: { GET: 'details' } },
  { path: /^\/api\/v2\/note$/, kinds: { GET: 'details' } },
  { path: /^\/api\/extensions\/details$/, kinds: { GET: 'bulk' } },
  { path: /^\/api\/v1\/triage$/, kinds: { GET: 'marks', POST: 'mark' } },
];

/** @returns undefined for an address that is not in the contract. */
export function requestKindOf({
  method,
  path,
  query,
}: Pick<Exchange, 'method' | 'path' | 'query'>): RequestKind | undefined {
  const route = routes.find((each) => each.path.test(path));
  const kind = route?.kinds[method];
  const isLookUp = query.has('Number') || query.has('Name');
  return kind === 'observers' && isLookUp ? 'observer' : kind;
}
