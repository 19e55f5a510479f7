import { useId, useState } from 'react';

import {
  setOfflineWish,
  useOfflineWish,
  useReadable,
} from '@/data/device/offline';
import { useOffers } from '@/data/offers';
import { useKeptPictures } from '@/data/threads/kept-pictures';
import type { OfflineChoice, OfflineWish } from '@/domain/offline-choice';
import {
  DEVICE_BYTES_OF_THREAD,
  NEWEST_KEPT,
  OFFLINE_CHOICES,
  usualWish,
  WIRE_BYTES_OF_THREAD,
} from '@/domain/offline-choice';
import { Button } from '@/ui/button';
import { Meter } from '@/ui/feedback/meter';
import { Radio } from '@/ui/field/field';
import { formatBytes } from '@/ui/format';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

import styles from './side-panel.module.css';

/** How far the reports are on this device, what that costs, and how much is wanted. */
export function OfflineChoices() {
  const { t } = useTranslation();
  const stored = useOfflineWish();
  const isBulk = useOffers().has('details');
  const name = useId();
  // What was chosen is shown at once; what is stored rules as soon as it changes.
  const [chosen, setChosen] = useState<{
    before: typeof stored;
    wish: OfflineWish;
  }>();
  if (chosen && chosen.before !== stored) setChosen(undefined);
  const wish = chosen?.wish ?? stored ?? usualWish;

  async function handleChange(next: OfflineWish) {
    setChosen({ before: stored, wish: next });
    try {
      await setOfflineWish(next);
    } catch {
      setChosen(undefined);
      showToast({ tone: 'refused', text: t('common.notSaved') });
    }
  }

  const texts: Record<OfflineChoice, string | undefined> = {
    urgent: undefined,
    usual: isBulk
      ? t('outbox.offline.usualBulk')
      : t('outbox.offline.usualSingle', { count: NEWEST_KEPT }),
    all: t('outbox.offline.allText'),
  };

  return (
    <fieldset className={styles.choices}>
      <legend>{t('outbox.offline.title')}</legend>
      <Progress />
      <Pictures />
      {OFFLINE_CHOICES.map((choice) => (
        <div key={choice}>
          <Radio
            name={name}
            checked={wish.choice === choice}
            onChange={() => void handleChange({ choice })}
          >
            {t(`outbox.offline.${choice}`)}
          </Radio>
          {texts[choice] === undefined ? null : (
            <p className="small muted">{texts[choice]}</p>
          )}
        </div>
      ))}
      {wish.paused === undefined ? null : (
        <output className="small">{t(`outbox.offline.${wish.paused}`)}</output>
      )}
      <Button
        onClick={() =>
          void handleChange({
            choice: wish.choice,
            paused: wish.paused === undefined ? 'byPerson' : undefined,
          })
        }
      >
        {t(`outbox.offline.${wish.paused === undefined ? 'pause' : 'resume'}`)}
      </Button>
    </fieldset>
  );
}

function Progress() {
  const { t, i18n } = useTranslation();
  const readable = useReadable();
  if (!readable) {
    return <p className="small muted">{t('outbox.offline.uncounted')}</p>;
  }
  const { count, total } = readable;
  const left = total - count;
  return (
    <>
      <p className="small">{t('outbox.offline.readable', { count, total })}</p>
      {left === 0 ? null : (
        <>
          <Meter value={count} max={total} label={t('outbox.offline.title')} />
          <p className="small muted">
            {t('outbox.offline.cost', {
              wire: formatBytes(left * WIRE_BYTES_OF_THREAD, i18n.language),
              device: formatBytes(left * DEVICE_BYTES_OF_THREAD, i18n.language),
            })}
          </p>
        </>
      )}
    </>
  );
}

function Pictures() {
  const { t, i18n } = useTranslation();
  const pictures = useKeptPictures();
  if (!pictures || pictures.total === 0) return null;
  const { count, total, bytes } = pictures;
  return (
    <p className="small">
      {t('outbox.offline.pictures', {
        count,
        total,
        size: formatBytes(bytes, i18n.language),
      })}
    </p>
  );
}
