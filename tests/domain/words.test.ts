import { describe, expect, it } from 'vitest';

import { findByLabel, fold } from '@/domain/words';

const counties = ['Bihor', 'Galați', 'Iași', 'Satu Mare'].map((label) => ({
  label,
}));

describe('what is typed', () => {
  it('folds case and diacritics, comma and cedilla alike', () => {
    expect(fold('Brașov')).toBe('brasov');
    expect(fold('BRAŞOV')).toBe('brasov');
    expect(fold('Țara')).toBe('tara');
  });

  it('puts what begins with the query first', () => {
    const found = findByLabel(counties, 'i').map((item) => item.label);
    expect(found).toEqual(['Iași', 'Bihor', 'Galați']);
    expect(findByLabel(counties, '  ')).toHaveLength(counties.length);
  });

  it.each(['mare satu', 'Satu  Mare', 'SATU mare '])(
    'finds by the words in any order: %j',
    (query) => {
      expect(findByLabel(counties, query)).toEqual([{ label: 'Satu Mare' }]);
    },
  );
});
