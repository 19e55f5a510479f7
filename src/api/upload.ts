import * as v from 'valibot';

import { STALL_TIMEOUT_MS } from '@/config';
import type { Reply } from '@/domain/outbox/outcome';

import { understand } from './reply';

export interface Upload {
  /** Origin of the server; empty = our own. */
  host: string;
  token: string;
  file: Blob;
  fileName: string;
  /** NGO to which the observers are added. */
  ngoId: number;
  /** Called with the uploaded share of the file, 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * POST /api/v1/observer/import (docs/api-contract.md 3.8): adds all rows or
 * none and answers how many. Servers read different names of the NGO field, so
 * both are sent. Uses XMLHttpRequest, as fetch does not tell the progress of an
 * upload.
 */
export function importObservers(
  upload: Upload,
): Promise<Reply<number | undefined>> {
  const { host, token, file, fileName, ngoId, onProgress } = upload;
  const body = new FormData();
  body.set('file', file, fileName);
  body.set('ongId', String(ngoId));
  body.set('ngoId', String(ngoId));
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let watchdog: ReturnType<typeof setTimeout>;
    const end = (reply: Reply<number | undefined>) => {
      clearTimeout(watchdog);
      resolve(reply);
    };
    const feed = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => {
        end({ ok: false, failure: { kind: 'timeout' } });
        request.abort();
      }, STALL_TIMEOUT_MS * 4);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      feed();
      onProgress(total === 0 ? 1 : loaded / total);
    });
    request.addEventListener('error', () =>
      end({ ok: false, failure: { kind: 'offline' } }),
    );
    request.addEventListener('load', () =>
      end(
        understand(
          {
            status: request.status,
            headers: new Headers(),
            text: request.responseText,
          },
          v.number(),
        ),
      ),
    );
    request.open('POST', `${host}/api/v1/observer/import`);
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.setRequestHeader('Accept', 'application/json');
    feed();
    request.send(body);
  });
}
