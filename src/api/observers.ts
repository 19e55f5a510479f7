import * as v from 'valibot';

import type {
  Observer,
  ObserverInput,
  ObserverPatch,
} from '@/domain/observers/observer';
import type { Reply } from '@/domain/outbox/outcome';

import type { Client } from './client';
import type { Page } from './wire';
import { id, maybeDate, page } from './wire';

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
  v.transform((wire): Observer => ({ ...wire, ngo: wire.ngo ?? '' })),
);

export interface ObserverQuery {
  name?: string | undefined;
  /** Contained in the phone. */
  phone?: string | undefined;
  /** From 1. */
  page: number;
  pageSize: number;
  etag?: string | undefined;
}

/**
 * GET /api/v1/observer (docs/api-contract.md 3.1): one page. The order is
 * unspecified.
 */
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

/**
 * GET /api/v1/observer/count (docs/api-contract.md 3.6): the cheapest call
 * there is.
 */
export function getObserverCount(
  client: Client,
): Promise<Reply<number | undefined>> {
  return client.get({ path: '/api/v1/observer/count', schema: v.number() });
}

interface NewObserverSending {
  /** The server offers `bodies`. */
  readsBody: boolean;
  idempotencyKey?: string | undefined;
}

/**
 * POST /api/v1/observer (docs/api-contract.md 3.2). Some servers read the
 * query, some the body, so both are sent; the body alone where the server is known to
 * read it: an address ends up in logs. Answers the new id.
 */
export function postObserver(
  client: Client,
  { name, phone }: ObserverInput,
  pin: string,
  { readsBody, idempotencyKey }: NewObserverSending,
): Promise<Reply<number | undefined>> {
  return client.send({
    method: 'POST',
    path: '/api/v1/observer',
    query: readsBody
      ? {}
      : { Phone: phone, Pin: pin, Name: name, SendSMS: false },
    body: { phone, pin, name, sendSMS: false },
    schema: id,
    idempotencyKey,
  });
}

/**
 * PUT /api/v1/observer (docs/api-contract.md 3.3). Only changed fields are
 * sent: the server leaves missing ones as they are. The server answers `false`
 * both when nothing changed and when the id is unknown.
 */
export function putObserver(
  client: Client,
  observerId: number,
  patch: ObserverPatch & { pin?: string | undefined },
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

/**
 * DELETE /api/v1/observer (docs/api-contract.md 3.4). The server answers
 * `false` when there was no such observer.
 */
export function deleteObserver(
  client: Client,
  observerId: number,
  idempotencyKey?: string,
): Promise<Reply<boolean | undefined>> {
  return client.send({
    method: 'DELETE',
    path: '/api/v1/observer',
    query: { id: observerId },
    schema: v.optional(v.boolean()),
    idempotencyKey,
  });
}

/**
 * POST /api/v1/observer/reset (docs/api-contract.md 3.5): sets a new PIN for
 * the observer with exactly this phone.
 */
export function resetPin(
  client: Client,
  phoneNumber: string,
  pin: string,
): Promise<Reply<unknown>> {
  return client.send({
    method: 'POST',
    path: '/api/v1/observer/reset',
    body: { action: 'reset-password', phoneNumber, pin },
  });
}

export interface ActiveQuery {
  countyCode: string;
  /** Station numbers, both inclusive. */
  from: number;
  to: number;
}

/**
 * GET /api/v1/observer/active (docs/api-contract.md 3.7). The server lists an
 * observer once per station; the reply here has each observer once.
 */
export async function getActiveObservers(
  client: Client,
  query: ActiveQuery,
): Promise<Reply<Observer[] | undefined>> {
  return client.get({
    path: '/api/v1/observer/active',
    query: {
      countyCodes: [query.countyCode],
      fromPollingStationNumber: query.from,
      toPollingStationNumber: query.to,
      currentlyCheckedIn: true,
    },
    schema: v.pipe(
      v.array(observer),
      v.transform((rows) => [
        ...new Map(rows.map((row) => [row.id, row])).values(),
      ]),
    ),
  });
}
