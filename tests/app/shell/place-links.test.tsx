import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';

import { PlaceLinks } from '@/app/shell/place-links';
import { config } from '@/config';

import { prepareScreen } from '../../support/screen';
import { speak } from '../../support/texts';

const { open } = prepareScreen([
  { path: '*', element: <PlaceLinks urgent={undefined} /> },
]);
const guide = config.observerGuideUrl;
afterEach(() => {
  config.observerGuideUrl = guide;
});

describe('the links of the top navigation', () => {
  it('lead to the observer guide of the configuration, in a new tab', async () => {
    await speak('en');
    config.observerGuideUrl = 'https://files.example.org/guide-2026.pdf';
    open('/');
    const link = screen.getByRole('link', { name: /guide/i });
    expect(link.getAttribute('href')).toBe(config.observerGuideUrl);
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener');
  });
});
