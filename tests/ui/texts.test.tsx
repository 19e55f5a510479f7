import { act, cleanup, render, screen } from '@testing-library/react';
import { memo } from 'react';
import { getI18n } from 'react-i18next';
import { afterEach, expect, it } from 'vitest';

import { TextsProvider, useTranslation } from '@/ui/texts';

import { speak } from '../support/texts';

afterEach(cleanup);

const Title = memo(function Title() {
  const { t, i18n } = useTranslation();
  return (
    <p>
      {i18n.language}: {t('coverage.title')}
    </p>
  );
});

it('draws texts in the new language once it is changed', async () => {
  speak('en');
  const english = getI18n().getResourceBundle('en', 'translation');
  speak('ro');
  getI18n().addResourceBundle('en', 'translation', english);
  render(
    <TextsProvider>
      <Title />
    </TextsProvider>,
  );
  expect(screen.getByText('ro: Acoperire')).toBeInstanceOf(HTMLElement);

  await act(() => getI18n().changeLanguage('en'));

  expect(screen.getByText('en: Coverage')).toBeInstanceOf(HTMLElement);
});

it('speaks the language of the moment where no provider is', () => {
  speak('en');
  render(<Title />);
  expect(screen.getByText('en: Coverage')).toBeInstanceOf(HTMLElement);
});
