import { describe, expect, it } from 'vitest';

import type { OpKind } from '@/domain/outbox/kinds';
import { describeOp, kindOf } from '@/features/outbox/describe-op';
import { editPath } from '@/features/outbox/list/edit-path';
import { queueFileName } from '@/components/queue-file-name';

import { aForm, aSection } from '../../support/builders';
import { aFormInput, opOf, mutations } from '../../support/ops';

describe('what a change is about', () => {
  it.each<[OpKind, string, string[], boolean]>([
    ['observer.create', 'Corina Stancuta', ['phone →0700000012'], true],
    [
      'observer.update',
      'Corina Stancuta',
      ['name Corina Stancuta→Corina Stăncuța'],
      true,
    ],
    ['observer.delete', 'Corina Stancuta, 0700000012', [], false],
    [
      'form.create',
      'A Deschidere',
      ['draft →true', 'sections →1', 'questions →1'],
      false,
    ],
    [
      'form.update',
      'A Deschidere',
      [
        'description Deschidere→Deschiderea',
        'sections 1→0',
        'questions 1→0',
        'content →true',
      ],
      false,
    ],
    ['form.publish', 'A Deschidere', [], false],
    ['form.delete', 'A Deschidere', [], false],
    [
      'notification.send',
      'Verificați listele',
      ['message →Până la 15:30.', 'recipients →2'],
      false,
    ],
    ['county.create', 'Alba', ['code →AB', 'diaspora →true'], false],
    ['county.update', 'Alba', ['diaspora false→true'], false],
  ])('%s: %s', (kind, name, changes, hasPin) => {
    const description = describeOp(opOf(kind));
    expect(description.name).toBe(name);
    expect(
      description.changes.map(
        ({ field, from, to }) => `${field} ${from ?? ''}→${to}`,
      ),
    ).toEqual(changes);
    expect(description.hasPin).toBe(hasPin);
  });

  it('says that a message goes to all', () => {
    const { recipients: _, ...toAll } = mutations['notification.send'];
    const { changes } = describeOp(opOf('notification.send', {}, toAll));
    expect(changes.map(({ field }) => field)).toEqual(['message', 'toAll']);
  });

  it('has nothing to say of a form saved as it was', () => {
    const op = opOf(
      'form.update',
      {},
      {
        id: 12,
        base: { meta: aForm(), sections: [aSection()] },
        input: aFormInput(),
      },
    );
    expect(describeOp(op).changes).toEqual([]);
  });

  it('tells a publication from a withdrawal', () => {
    const publish = mutations['form.publish'];
    expect(kindOf(opOf('form.publish'))).toBe('form.publish');
    const withdrawn = opOf('form.publish', {}, { ...publish, draft: true });
    expect(kindOf(withdrawn)).toBe('form.unpublish');
    expect(kindOf(opOf('county.update'))).toBe('county.update');
  });
});

describe('where a change is made again', () => {
  it.each<[OpKind, string | undefined]>([
    ['observer.create', undefined],
    ['observer.update', '/observatori/profil/edit/0700000012'],
    ['observer.delete', '/observatori/profil/edit/0700000012'],
    ['form.create', '/formulare/-2'],
    ['form.update', '/formulare/12'],
    ['form.publish', '/formulare/12'],
    ['form.delete', '/formulare/12'],
    ['county.create', undefined],
    ['county.update', '/polling-stations/1/edit'],
  ])('%s: %s', (kind, path) => {
    expect(editPath(opOf(kind))).toBe(path);
  });

  it('a notification: with its recipients and words', () => {
    const path = editPath(opOf('notification.send', { opId: 'op-x' })) ?? '';
    const query = new URL(path, 'http://server.test').searchParams;
    expect(query.get('again')).toBe('op-x');
    expect(query.get('toObserverIds')).toBe('[41,42]');
  });

  it('a notification some of whose recipients are gone: with those left', () => {
    const gone = { opId: 'op-x', goneIds: [41] };
    const path = editPath(opOf('notification.send', gone)) ?? '';
    const query = new URL(path, 'http://server.test').searchParams;
    expect(query.get('toObserverIds')).toBe('[42]');
  });

  it('a phone with plus and spaces stays whole', () => {
    const base = { name: 'Ana', phone: '+40 700 1/2' };
    const path = editPath(opOf('observer.delete', {}, { id: 1, base }));
    expect(path).toBe('/observatori/profil/edit/%2B40%20700%201%2F2');
  });
});

it('a saved queue has the day in its name', () => {
  const at = Date.UTC(2026, 10, 22, 12);
  expect(queueFileName('coada-de-trimitere', at)).toBe(
    'coada-de-trimitere-2026-11-22.json',
  );
});
