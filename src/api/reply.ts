import type { GenericSchema, InferOutput } from 'valibot';
import { safeParse } from 'valibot';

import type { Failure, Rejection, Reply } from '@/domain/outbox/outcome';
import { codeProblems, failureOfStatus } from '@/domain/outbox/outcome';
import { isRecord } from '@/domain/record';

/** A reply with its body unread. */
export interface RawReply {
  status: number;
  headers: Headers;
  /** The reply came from another address than the one that was asked. */
  isRedirected?: boolean | undefined;
  chunks: Uint8Array<ArrayBuffer>[];
}

/** A file as the server gave it. */
export interface Downloaded {
  blob: Blob;
  contentType: string;
}

/** A reply whose body is read as text. */
export interface TextReply extends Omit<RawReply, 'chunks'> {
  text: string;
}

/** What a reply is held against besides its schema. */
export interface Asked {
  /** The validator that was sent: only then the server may say "not modified". */
  etag?: string | undefined;
  /** Something was to change. */
  isWrite?: boolean | undefined;
}

/** Longest Retry-After that is believed. */
const RETRY_AFTER_MAX_MS = 5 * 60_000;
/** Most characters of the server's text that a screen shows. */
const DETAIL_MAX = 500;

/**
 * Reads a reply by its schema. A good status with a body that does not fit (a
 * captive portal's page, broken JSON, an empty body where a value is due) is
 * `unreadable`: its outcome is unknown. An empty body is `undefined` to the
 * schema, so calls that may answer 204 allow `undefined`. So is a "not modified" that
 * nobody asked for, and the page that a write was led away to.
 */
export function understand<Schema extends GenericSchema>(
  { status, headers, text, isRedirected = false }: TextReply,
  schema: Schema,
  asked: Asked = {},
): Reply<InferOutput<Schema> | undefined> {
  const etag = headers.get('etag') ?? undefined;
  if (status === 304 && asked.etag !== undefined && !asked.isWrite) {
    return { ok: true, status, value: undefined };
  }
  const isElsewhere = isRedirected && asked.isWrite === true;
  if (isElsewhere || status < 200 || (status > 299 && status < 400)) {
    return { ok: false, failure: { kind: 'unreadable', status } };
  }
  if (status > 299) return rejectionOf(status, headers, text);
  const serverTime = Date.parse(headers.get('date') ?? '');
  const body = parse(text);
  const parsed = body.ok ? safeParse(schema, body.value) : undefined;
  if (!parsed?.success) {
    return { ok: false, failure: { kind: 'unreadable', status } };
  }
  return {
    ok: true,
    status,
    value: parsed.output,
    etag,
    serverTime: Number.isNaN(serverTime) ? undefined : serverTime,
    ...(asked.isWrite && parsed.output === undefined
      ? { isUnproven: true }
      : {}),
  };
}

/**
 * The file, or why there is none. A page where a file was asked for is
 * `unreadable`.
 */
export async function understandFile({
  status,
  headers,
  chunks,
}: RawReply): Promise<Reply<Downloaded>> {
  const contentType = headers.get('content-type') ?? '';
  const blob = new Blob(chunks, { type: contentType });
  if (status < 200 || status > 299) {
    return rejectionOf(status, headers, await blob.text());
  }
  return contentType.startsWith('text/html')
    ? { ok: false, failure: { kind: 'unreadable', status } }
    : { ok: true, status, value: { blob, contentType } };
}

function rejectionOf(
  status: number,
  headers: Headers,
  text: string,
): Rejection {
  const detail = detailOf(text);
  const told = secondFactorOf(text);
  const isMissing = status === 403 && told === 'missing';
  const kind = isMissing ? 'secondFactorMissing' : failureOfStatus(status);
  const secondFactor = codeProblems.find((each) => each === told);
  const failure: Failure = {
    kind,
    status,
    detail,
    ...(secondFactor && { secondFactor }),
  };
  const retryAfterMs = retryAfterOf(headers.get('retry-after'));
  return { ok: false, failure, retryAfterMs };
}

/**
 * The reason inside any of the server's error shapes (docs/api-contract.md 1.1).
 */
function detailOf(text: string): string | undefined {
  const body = parse(text);
  if (!body.ok) {
    const isMarkup = text.trimStart().startsWith('<');
    return text === '' || isMarkup ? undefined : text.slice(0, DETAIL_MAX);
  }
  return words(body.value)?.slice(0, DETAIL_MAX);
}

/** What problem details say of a second factor (docs/api-contract.md 10.10). */
function secondFactorOf(text: string): unknown {
  const body = parse(text);
  return body.ok && isRecord(body.value)
    ? body.value['secondFactor']
    : undefined;
}

function words(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (Array.isArray(value)) {
    return value.map(words).filter(Boolean).join(' ') || undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const body: Record<string, unknown> = { ...value };
  for (const key of ['detail', 'message', 'error', 'errors']) {
    const found = words(body[key]);
    if (found !== undefined) return found;
  }
  const title = words(body['title']);
  if (title !== undefined) return title;
  const lists = Object.values(body).filter((each) => Array.isArray(each));
  return words(lists);
}

/** Seconds or a date (RFC 9110); absurd values are capped, unreadable ones dropped. */
function retryAfterOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header)
    ? Number(header) * 1000
    : Date.parse(header) - Date.now();
  if (!Number.isFinite(ms) || ms < 0) return undefined;
  return Math.min(ms, RETRY_AFTER_MAX_MS);
}

function parse(text: string): { ok: true; value: unknown } | { ok: false } {
  if (text.trim() === '') return { ok: true, value: undefined };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    // Not JSON: plain text or a page. The caller decides what this means.
    return { ok: false };
  }
}
