import { describe, expect, it } from 'vitest';

import type { OpKind } from '@/domain/outbox/kinds';
import { describeOp, kindOf } from '@/features/outbox/describe-op';
import { editPath } from '@/features/outbox/list/edit-path';
import { queueFileName } from '@/components/queue-file-name';

import { aForm, aSection } from '../../support/builders';
import { allTexts } from '../../support/all-texts';
import { aFormInput, opOf, mutations } from '../../support/ops';

const texts = [allTexts('ro'), allTexts('en')];

interface Description {
  name: string;
  changes: string[];
  hasPin?: true;
}

const descriptions: Record<OpKind, Description> = {
  'observer.create': {
    name: 'Corina Stancuta',
    changes: ['phone →0700000012'],
    hasPin: true,
  },
  'observer.update': {
    name: 'Corina Stancuta',
    changes: ['name Corina Stancuta→Corina Stăncuța'],
    hasPin: true,
  },
  'observer.delete': { name: 'Corina Stancuta, 0700000012', changes: [] },
  'form.create': {
    name: 'A Deschidere',
    changes: ['draft →true', 'sections →1', 'questions →1'],
  },
  'form.update': {
    name: 'A Deschidere',
    changes: [
      'description Deschidere→Deschiderea',
      'sections 1→0',
      'questions 1→0',
      'content →true',
    ],
  },
  'form.publish': { name: 'A Deschidere', changes: [] },
  'form.delete': { name: 'A Deschidere', changes: [] },
  'notification.send': {
    name: 'Verificați listele',
    changes: ['message →Până la 15:30.', 'recipients →2'],
  },
  'county.create': { name: 'Alba', changes: ['code →AB', 'diaspora →true'] },
  'county.update': { name: 'Alba', changes: ['diaspora false→true'] },
};
const kinds = Object.keys(descriptions) as OpKind[];

describe('what a change is about', () => {
  it.each(kinds)('%s', (kind) => {
    const { name, changes, hasPin } = describeOp(opOf(kind));
    const lines = changes.map(
      ({ field, from, to }) => `${field} ${from ?? ''}→${to}`,
    );
    expect({ name, changes: lines, hasPin }).toEqual({
      hasPin: false,
      ...descriptions[kind],
    });
  });

  it.each(kinds)('%s has its words in both languages', (kind) => {
    const { changes } = describeOp(opOf(kind));
    const keys = [
      `outbox.kind.${kindOf(opOf(kind))}`,
      ...changes.map(({ field }) => `outbox.field.${field}`),
    ];
    const missing = keys.filter((key) =>
      texts.some((i18n) => !i18n.exists(key)),
    );
    expect(missing).toEqual([]);
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

const editPaths: Record<OpKind, string | undefined> = {
  'observer.create': undefined,
  'observer.update': '/observatori/profil/edit/0700000012',
  'observer.delete': '/observatori/profil/edit/0700000012',
  'form.create': '/formulare/-2',
  'form.update': '/formulare/12',
  'form.publish': '/formulare/12',
  'form.delete': '/formulare/12',
  'notification.send': '/notifications?again=op&toObserverIds=%5B41%2C42%5D',
  'county.create': undefined,
  'county.update': '/polling-stations/1/edit',
};

describe('where a change is made again', () => {
  it.each(kinds)('%s', (kind) => {
    expect(editPath(opOf(kind, { opId: 'op' }))).toBe(editPaths[kind]);
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
