import * as v from 'valibot';

import type { Observer, ObserverPatch } from '@/domain/observer';
import type { Reply } from '@/domain/outcome';

import type { Client } from './client';
import type { Page } from './wire';
import { id, maybeDate, page, present } from './wire';

const observer = v.pipe(
  v.object({
    id,
    ngo: v.nullish(v.string()),
    phone: v.fallback(v.string(), ''),
    name: v.fallback(v.string(), ''),
    deviceRegisterDate: maybeDate,
    lastSeen: maybeDate,
    numberOfNotes: v.fallback(v.number(), 0),
    numberOfPollingStations: v.fallback(v.number(), 0),
  }),
  v.transform((wire): Observer => present({ ...wire, ngo: wire.ngo ?? '' })),
);

export interface ObserverQuery {
  name?: string;
  /** Contained in the phone. */
  phone?: string;
  /** From 1. */
  page: number;
  pageSize: number;
  etag?: string | undefined;
}

/** GET /api/v1/observer (contract 3.1): one page, in no order that can be relied on. */
export function getObservers(
  client: Client,
  query: ObserverQuery,
): Promise<Reply<Page<Observer> | undefined>> {
  return client.get({
    path: '/api/v1/observer',
    query: {
      Name: query.name,
      Number: query.phone,
      Page: query.page,
      PageSize: query.pageSize,
    },
    schema: page(observer),
    etag: query.etag,
  });
}

/** GET /api/v1/observer/count (contract 3.6): the cheapest call there is. */
export function getObserverCount(
  client: Client,
): Promise<Reply<number | undefined>> {
  return client.get({ path: '/api/v1/observer/count', schema: v.number() });
}

/**
 * PUT /api/v1/observer (contract 3.3). Only changed fields are sent: a missing
 * one stays as it is. `false` means that nothing changed or the id is unknown,
 * so it proves nothing.
 */
export function putObserver(
  client: Client,
  observerId: number,
  patch: ObserverPatch,
  idempotencyKey?: string,
): Promise<Reply<boolean | undefined>> {
  return client.send({
    method: 'PUT',
    path: '/api/v1/observer',
    body: { observerId, ...patch },
    schema: v.boolean(),
    idempotencyKey,
  });
}
