import { describe, expect, it } from 'vitest';

import { formatDuration, formatShare, formatTime } from '@/ui/format';

const HOUR_MS = 3_600_000;

/** Intl writes spaces that do not break. */
const plain = (text: string) => text.replaceAll(/\s/gu, ' ');

describe('a share', () => {
  it.each([
    [0, '0 %'],
    [0.002, '< 1 %'],
    [0.29, '29 %'],
    [0.999, '99 %'],
    [1, '100 %'],
    [1.25, '125 %'],
  ])('%s is %s', (share, text) => {
    expect(plain(formatShare(share, 'ro'))).toBe(text);
  });
});

describe('a duration', () => {
  it.each([
    [0, '0 m'],
    [59_999, '0 m'],
    [HOUR_MS + 60_000, '1 h 1 m'],
    [47 * HOUR_MS, '47 h 0 m'],
    [50 * HOUR_MS, '2 z'],
    [-1, '0 m'],
  ])('%s ms are %s', (ms, text) => {
    expect(plain(formatDuration(ms, 'ro'))).toBe(text);
  });
});

describe('a time', () => {
  it.each([
    [new Date(2026, 10, 22, 0, 5), '00:05'],
    [new Date(2026, 10, 22, 14, 32, 59), '14:32'],
  ])('%s is %s', (at, text) => {
    expect(formatTime(at.getTime())).toBe(text);
  });
});
