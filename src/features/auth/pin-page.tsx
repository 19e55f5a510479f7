import { useState } from 'react';

import { Banner } from '@/ui/feedback/banner';
import { Panel } from '@/ui/layout/panel';
import { useTranslation } from '@/ui/texts';

import { PinForm } from './pin-form';
import styles from './pin-page.module.css';
import type { PublicPageProps } from './public-page';
import { PublicPage } from './public-page';

interface PinPageProps extends PublicPageProps {
  /** Of the link; empty when it has none. */
  code: string;
}

/** Where an observer sets the PIN of the mobile app, by a link, without an account. */
export function PinPage({ code, ...page }: PinPageProps) {
  const { t } = useTranslation();
  const [isDone, setDone] = useState(false);
  return (
    <PublicPage {...page} title={t('pin.title')} about={t('pin.about')}>
      <Panel className={styles.panel}>
        {code === '' ? (
          <Banner tone="refused" icon="alert" title={t('pin.incomplete.title')}>
            {t('pin.incomplete.text')}
          </Banner>
        ) : isDone ? (
          <div role="alert">
            <Banner tone="neutral" icon="done" title={t('pin.done.title')}>
              {t('pin.done.text')}
            </Banner>
          </div>
        ) : (
          <PinForm code={code} onDone={() => setDone(true)} />
        )}
      </Panel>
    </PublicPage>
  );
}
