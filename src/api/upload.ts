import type { GenericSchema, InferOutput } from 'valibot';
import * as v from 'valibot';

import { STALL_TIMEOUT_MS } from '@/config';
import type { Reply } from '@/domain/outbox/outcome';

import { understand } from './reply';

/** Where an upload goes, and who is told how far it is. */
export interface UploadTo {
  /** Origin of the server; empty = our own. */
  host: string;
  token: string;
  /** Called with the uploaded share of the file, 0 to 1. */
  onProgress: (share: number) => void;
}

interface Upload extends UploadTo {
  path: string;
  body: FormData;
}

/** A file of observers. */
interface ObserverUpload extends UploadTo {
  file: Blob;
  fileName: string;
  /** NGO to which the observers are added. */
  ngoId: number;
}

/**
 * POST /api/v1/observer/import (docs/api-contract.md 3.8): adds all rows or
 * none and answers how many. Servers read different names of the NGO field, so
 * both are sent.
 */
export function importObservers({
  file,
  fileName,
  ngoId,
  ...to
}: ObserverUpload): Promise<Reply<number | undefined>> {
  const body = new FormData();
  body.set('file', file, fileName);
  body.set('ongId', String(ngoId));
  body.set('ngoId', String(ngoId));
  return upload({ ...to, path: '/api/v1/observer/import', body }, v.number());
}

/**
 * Posts a form, once. Uses XMLHttpRequest, as fetch does not tell the progress of
 * an upload.
 */
export function upload<Schema extends GenericSchema>(
  { host, token, path, body, onProgress }: Upload,
  schema: Schema,
): Promise<Reply<InferOutput<Schema> | undefined>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let watchdog: ReturnType<typeof setTimeout>;
    const end = (reply: Reply<InferOutput<Schema> | undefined>) => {
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
          schema,
        ),
      ),
    );
    request.open('POST', `${host}${path}`);
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.setRequestHeader('Accept', 'application/json');
    feed();
    request.send(body);
  });
}
