import { describe, expect, it } from 'vitest';

import { findNamesakes } from '../../../server/services/places-namesakes';
import {
  CAPITAL_SPELLINGS,
  COUNTY_SPELLINGS,
  PLAIN_NAMES,
} from '../../support/place-spellings';

/** Whether a new county of this name would be the one that is stored. */
function isSame(stored: string, sent: string): boolean {
  const place = (code: string, name: string) => ({ code, name, within: '' });
  const found = findNamesakes(
    'counties',
    [place('S', stored)],
    [place('N', sent)],
  );
  return found.length === 1;
}

describe('a county that is stored', () => {
  it.each(COUNTY_SPELLINGS)('is found as %s', (name) => {
    expect(isSame('Bistrița-Năsăud', name)).toBe(true);
  });

  it.each(CAPITAL_SPELLINGS)('is found as %s, in both its names', (name) => {
    expect(isSame('București', name)).toBe(true);
    expect(isSame('Municipiul București', name)).toBe(true);
  });

  it.each(PLAIN_NAMES)('is another one than what is left of %s', (name) => {
    const cut = name.replace(/^(?:Jud|Mun|County)/, '');
    expect(isSame(cut, name)).toBe(false);
  });
});
