import { useState } from 'react';

import type { Ticks } from '@/state/predefined-options';
import { storeTicks, readTicks } from '@/state/predefined-options';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Checkbox } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';

import styles from './predefined-dialog.module.css';

interface PredefinedDialogProps {
  onClose: () => void;
  /** Gets the chosen labels in the chosen language, in their order. */
  onAdd: (texts: string[]) => void;
}

/**
 * Ready-made options to tick; the ticks are remembered for the next question
 * (docs/specification.md 2 and 9).
 */
export function PredefinedDialog({ onClose, onAdd }: PredefinedDialogProps) {
  const { t } = useTranslation();
  const [ticks, setTicks] = useState<Ticks>(readTicks);
  const chosen = PREDEFINED_GROUPS.flatMap(({ options }) =>
    options.filter((key) => ticks[key] === true),
  );

  function handleTick(key: string, isOn: boolean) {
    const next = { ...ticks, [key]: isOn };
    setTicks(next);
    storeTicks(next);
  }

  return (
    <Dialog
      open
      title={t('forms.predefined.open')}
      closeLabel={t('common.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            reason={
              chosen.length === 0 ? t('forms.predefined.none') : undefined
            }
            onClick={() => {
              onAdd(chosen.map((key) => t(key)));
              onClose();
            }}
          >
            {t('forms.predefined.add')}
          </Button>
        </>
      }
    >
      <div className={styles.groups}>
        {PREDEFINED_GROUPS.map(({ label, options }) => (
          <fieldset key={label} className={styles.group}>
            <legend className="strong">{t(label)}</legend>
            {options.map((key) => (
              <Checkbox
                key={key}
                checked={ticks[key] === true}
                onChange={({ target }) => handleTick(key, target.checked)}
              >
                {t(key)}
              </Checkbox>
            ))}
          </fieldset>
        ))}
      </div>
    </Dialog>
  );
}

/**
 * Groups of ready-made options (docs/api-contract.md 6.12): translation keys,
 * in order.
 */
const PREDEFINED_GROUPS = [
  {
    label: 'PREDEFINED_OPTIONS.CONFIRMATION.LABEL',
    options: [
      'PREDEFINED_OPTIONS.CONFIRMATION.YES',
      'PREDEFINED_OPTIONS.CONFIRMATION.NO',
      'PREDEFINED_OPTIONS.CONFIRMATION.DONT_KNOW',
    ],
  },
  {
    label: 'PREDEFINED_OPTIONS.RATING.LABEL',
    options: [
      'PREDEFINED_OPTIONS.RATING.1',
      'PREDEFINED_OPTIONS.RATING.2',
      'PREDEFINED_OPTIONS.RATING.3',
      'PREDEFINED_OPTIONS.RATING.4',
      'PREDEFINED_OPTIONS.RATING.5',
    ],
  },
] as const;
