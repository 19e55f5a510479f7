import { closeDatabases, deleteDatabases, openFor } from '@/db/open';
import { fingerprint } from '@/domain/outbox/fingerprint';
import type { Reader } from '@/domain/user';

import { anActor } from './builders';

/** The same user at another device: nothing of the first one is there. */
export async function goToAnotherDevice(
  reader: Reader = anActor,
): Promise<void> {
  closeDatabases();
  await deleteDatabases(anActor);
  openFor(reader);
}

/** The same queue file as it was written before, or elsewhere. */
export async function changed(
  file: Blob,
  change: (content: Record<string, unknown>) => Record<string, unknown>,
): Promise<Blob> {
  const { check: _, ...content } = JSON.parse(await file.text());
  const other = change(content);
  const check = fingerprint(other);
  return new Blob([JSON.stringify({ ...other, check })]);
}
