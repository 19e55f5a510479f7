import { expect, it } from 'vitest';

import { isForPeople, tellsOfReports } from '@/domain/outbox/server-words';

const postgres =
  'PostgresException: 23503: update or delete on table "Observers" violates foreign key constraint "FK_Answers_Observers_IdObserver" on table "Answers"';
const sqlServer =
  'The DELETE statement conflicted with the REFERENCE constraint "FK_Note_Observer". The conflict occurred in database "vote", table "dbo.Note".';
const drizzle =
  'Failed query: delete from "observer" where "id" = $1 params: 41';
const saving =
  'An error occurred while saving the entity changes. See the inner exception for details.';
const stack =
  'Something failed\n   at VoteMonitor.Api.Observer.Handlers.Delete(Int32 id)';

it.each([
  'This observer has answers and cannot be deleted.',
  'Action not allowed',
  '<b>Phone</b> is taken',
  'The form has answers and cannot be deleted',
  'You can select a county from the list.',
  'Observatorul are raportări și nu poate fi șters.',
])('shows a sentence: %s', (words) => {
  expect(isForPeople(words)).toBe(true);
});

it.each([
  postgres,
  sqlServer,
  drizzle,
  saving,
  stack,
  'error: duplicate key value violates unique constraint "observer_phone"',
  'System.InvalidOperationException: Sequence contains no elements',
  '<title>502 Bad Gateway</title>',
  '{"code":23503}',
  '',
])('does not show what a program says: %s', (words) => {
  expect(isForPeople(words)).toBe(false);
});

it.each([
  ['This observer has answers and cannot be deleted.', true],
  ['This observer has received notifications and cannot be deleted.', true],
  [postgres, true],
  [sqlServer, true],
  ['Action not allowed', false],
  [saving, false],
  ['', false],
])('of %j knows that the observer has reports: %s', (words, isTold) => {
  expect(tellsOfReports(words)).toBe(isTold);
});
