import { Fragment } from 'react';
import { useSnapshot } from 'valtio';

import { preferences } from '@/state/preferences';
import { Dialog } from '@/ui/overlay/dialog';
import { Checkbox } from '@/ui/field/field';
import { KeyHint } from '@/ui/keyboard/key-hint';
import type { ShortcutLine } from '@/ui/keyboard/shortcut-table';
import { listShortcuts, turnSingleKeys } from '@/ui/keyboard/shortcut-table';
import { useTranslation } from '@/ui/texts';

import styles from './shortcut-sheet.module.css';

interface ShortcutSheetProps {
  onClose: () => void;
}

/** The shortcuts of the screen behind it and those of every screen, from the tables that bind them. */
export function ShortcutSheet({ onClose }: ShortcutSheetProps) {
  const { t } = useTranslation();
  const { singleKeys } = useSnapshot(preferences);
  const lines = listShortcuts();
  const here = lines.filter(({ isEverywhere }) => !isEverywhere);

  function handleSingle(on: boolean) {
    turnSingleKeys(on);
    preferences.singleKeys = on;
  }

  return (
    <Dialog
      open
      title={t('shell.keys.title')}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <h3>{t('shell.keys.here')}</h3>
      {here.length === 0 ? (
        <p className="muted">{t('shell.keys.none')}</p>
      ) : (
        <Lines lines={here} />
      )}
      <h3>{t('shell.keys.everywhere')}</h3>
      <Lines lines={lines.filter(({ isEverywhere }) => isEverywhere)} />
      <Checkbox
        checked={singleKeys}
        onChange={({ target }) => handleSingle(target.checked)}
      >
        {t('shell.keys.single')}
      </Checkbox>
      <p className="small muted">{t('shell.keys.singleHint')}</p>
    </Dialog>
  );
}

function Lines({ lines }: { lines: readonly ShortcutLine[] }) {
  const { t } = useTranslation();
  return (
    <dl className={styles.list}>
      {lines.map(({ words, keys }) => (
        <Fragment key={words}>
          <dt className={styles.keys}>
            {keys.map((parts, at) => (
              <Fragment key={parts.join()}>
                {at === 0 ? null : (
                  <span className="muted">{t('shell.keys.or')} </span>
                )}
                {parts.map((part) => (
                  <Fragment key={part}>
                    <KeyHint>{part}</KeyHint>{' '}
                  </Fragment>
                ))}
              </Fragment>
            ))}
          </dt>
          <dd>{words}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
