import type { Mutant } from './mutant';

export const serverMutants: readonly Mutant[] = [
  {
    name: 'notes-export-ignores-the-organisation',
    breaks:
      'the export of notes has those of other organisations than asked for',
    file: 'server/queries/exports/notes.ts',
    find: 'ngoId === undefined ? undefined : eq(observer.ngoId, ngoId),',
    replace: 'undefined,',
    suites: ['tests/server/routes/exports'],
  },
  {
    name: 'notes-export-ignores-the-phone',
    breaks: 'the export of notes has those of other phones than asked for',
    file: 'server/queries/exports/notes.ts',
    find: 'phone ? ilike(observer.phone, contains(phone)) : undefined,',
    replace: 'undefined,',
    suites: ['tests/server/routes/exports'],
  },
  {
    name: 'notes-export-has-no-end',
    breaks: 'the export of notes has later ones than asked for',
    file: 'server/queries/exports/notes.ts',
    find: 'to ? lte(note.lastModified, to) : undefined,',
    replace: 'undefined,',
    suites: ['tests/server/routes/exports'],
  },
  {
    name: 'notes-export-ends-early',
    breaks: 'the export of notes ends after its first batch',
    file: 'server/queries/exports/notes.ts',
    find: 'if (batch.length < NOTES_PER_BATCH) return;',
    replace: 'return;',
    suites: ['tests/server/routes/exports'],
  },
  {
    name: 'closed-organisation-signs-in',
    breaks: 'an admin of a closed organisation signs in',
    file: 'server/services/sign-in.ts',
    find: 'isActive: sql<boolean>`${ngoAdmin.isActive} and ${ngo.isActive}`,',
    replace: 'isActive: sql<boolean>`${ngoAdmin.isActive}`,',
    suites: ['tests/server/routes/access'],
  },
  {
    name: 'observer-of-a-closed-organisation-signs-in',
    breaks: 'an observer of a closed organisation signs in',
    file: 'server/services/sign-in.ts',
    find: 'isActive: ngo.isActive,',
    replace: 'isActive: sql<boolean>`true`,',
    suites: ['tests/server/routes/access'],
  },
  {
    name: 'backup-forgets-decisions',
    breaks: 'a backup has no decisions about threads',
    file: 'server/backup/format.ts',
    find: '    schema.triageMark,\n',
    replace: '',
    suites: ['tests/server/backup/format'],
  },
];
