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
  /** NGO that gets the observers. */
  ngoId: number;
  /** Called with the share of the file that went out, 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * POST /api/v1/observer/import (docs/api-contract.md 3.8): all rows or none.
 * Both names of
 * the NGO field are sent: servers read different ones. XMLHttpRequest, because
 * fetch does not tell how far an upload is.
 * @returns how many observers were added.
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
