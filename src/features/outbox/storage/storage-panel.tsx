import { useId } from 'react';

import { Button } from '@/ui/button';
import { formatBytes } from '@/ui/format';
import { Icon } from '@/ui/icon';
import { Mark } from '@/ui/marks/mark';
import { Meter } from '@/ui/feedback/meter';
import { Panel } from '@/ui/layout/panel';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

import styles from './side-panel.module.css';
import { useStorage } from './use-storage';

/** Space used, as the browser estimates it, and the request not to clear it. */
export function StoragePanel() {
  const { t, i18n } = useTranslation();
  const { facts, askToPersist } = useStorage();
  const id = useId();

  async function handleAsk() {
    if (await askToPersist()) {
      showToast({ tone: 'done', text: t('outbox.storage.granted') });
    } else {
      showToast({ tone: 'neutral', text: t('outbox.storage.denied') });
    }
  }

  return (
    <Panel className={styles.panel} aria-labelledby={id}>
      <h2 id={id} className="row">
        <Icon name="storage" />
        {t('outbox.storage.title')}
      </h2>
      {facts?.usage === undefined || facts.quota === undefined ? (
        facts ? (
          <p className="small muted">{t('outbox.storage.unknown')}</p>
        ) : null
      ) : (
        <>
          <p className="small">
            {t('outbox.storage.used', {
              used: formatBytes(facts.usage, i18n.language),
              quota: formatBytes(facts.quota, i18n.language),
            })}
          </p>
          <Meter
            value={facts.usage}
            max={facts.quota}
            label={t('outbox.storage.title')}
          />
        </>
      )}
      <p className="small muted">{t('outbox.storage.plain')}</p>
      {facts?.isPersistent === true ? (
        <Mark tone="done" icon="done">
          {t('outbox.storage.persistent')}
        </Mark>
      ) : (
        <>
          <p className="small muted">{t('outbox.storage.warning')}</p>
          <Button onClick={() => void handleAsk()}>
            {t('outbox.storage.ask')}
          </Button>
        </>
      )}
    </Panel>
  );
}
