import * as v from 'valibot';

import type { NewSecondFactor, SecondFactor } from '@/domain/account';
import type { Reply } from '@/domain/outbox/outcome';

import type { Client } from './client';

const PATH = '/api/extensions/second-factor';

const state = v.object({
  isOn: v.boolean(),
  isRequired: v.boolean(),
  recoveryCodes: v.number(),
});
const begun = v.object({ secret: v.string(), uri: v.string() });
const codes = v.pipe(
  v.object({ recoveryCodes: v.array(v.string()) }),
  v.transform(({ recoveryCodes }) => recoveryCodes),
);

/** GET /api/extensions/second-factor (docs/api-contract.md 10.10): of the own account. */
export function getSecondFactor(
  client: Client,
): Promise<Reply<SecondFactor | undefined>> {
  return client.get({ path: PATH, schema: state });
}

/** Begins to set one up. 400 for a wrong password; 409 when there is one already. */
export function beginSecondFactor(
  client: Client,
  password: string,
): Promise<Reply<NewSecondFactor | undefined>> {
  return post(client, 'set-up', { password }, begun);
}

/**
 * Confirms the set-up; answers the recovery codes. `secondFactor` of a failure says that
 * the code is wrong; 409 when nothing was begun, or it is confirmed already.
 */
export function confirmSecondFactor(
  client: Client,
  code: string,
): Promise<Reply<string[] | undefined>> {
  return post(client, 'confirm', { code }, codes);
}

/** Answers new recovery codes. `secondFactor` of a failure says that the code is wrong. */
export function renewRecoveryCodes(
  client: Client,
  code: string,
): Promise<Reply<string[] | undefined>> {
  return post(client, 'recovery-codes', { code }, codes);
}

/** Takes the second factor off. 400: `secondFactor` of the failure, or else the password. */
export function removeSecondFactor(
  client: Client,
  password: string,
  code: string,
): Promise<Reply<SecondFactor | undefined>> {
  return post(client, 'remove', { password, code }, state);
}

/** Has all staff accounts need a second factor, or no longer. */
export function requireSecondFactor(
  client: Client,
  isRequired: boolean,
): Promise<Reply<SecondFactor | undefined>> {
  const path = `${PATH}/required`;
  return client.send({
    method: 'PUT',
    path,
    body: { isRequired },
    schema: state,
  });
}

function post<Schema extends v.GenericSchema>(
  client: Client,
  what: string,
  body: Record<string, unknown>,
  schema: Schema,
) {
  return client.send({ method: 'POST', path: `${PATH}/${what}`, body, schema });
}
