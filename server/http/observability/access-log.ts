import type { AnsweredRequest } from './observe-requests';

/** The ways to write a request; `LOG` of the environment chooses. */
export type LogFormat = 'json' | 'text';

/** One line for one request. */
export function accessLine(
  format: LogFormat,
  request: AnsweredRequest,
): string {
  if (format === 'json') return JSON.stringify(request);
  const { at, method, route, status, ms, bytes, account, id } = request;
  const sent = bytes === undefined ? '-' : `${bytes} B`;
  const who = account ?? '-';
  return `${at.toISOString()} ${method} ${route} ${status} ${ms} ms ${sent} ${who} ${id}`;
}
