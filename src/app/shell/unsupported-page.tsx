import { useTranslation } from 'react-i18next';

import type { Unsupported } from './browser-support';
import { FullPage } from './full-page';

/** Nothing can be kept in this browser, and so nothing is begun. */
export function UnsupportedPage({ reason }: { reason: Unsupported }) {
  const { t } = useTranslation();
  return (
    <FullPage title={t(`shell.unsupported.${reason}.title`)}>
      {t(`shell.unsupported.${reason}.text`)}
    </FullPage>
  );
}
