import type { FormEvent } from 'react';
import { useState } from 'react';

import { useStoring } from '@/components/use-storing';
import { addView } from '@/data/threads/saved-views';
import type { SavedView } from '@/domain/views/saved-view';
import { isNameTaken, VIEW_NAME_MAX } from '@/domain/views/saved-view';
import { Button } from '@/ui/button';
import { Field, TextInput } from '@/ui/field/field';
import { Dialog } from '@/ui/overlay/dialog';
import { useTranslation } from '@/ui/texts';

import { ViewRow } from './view-row';
import styles from './views-dialog.module.css';

interface ViewsDialogProps {
  views: readonly SavedView[];
  /** Of the list that is on the screen. */
  query: string;
  onClose: () => void;
}

/** Saves the filter of the screen under a name; opens, orders and changes what is saved. */
export function ViewsDialog({ views, query, onClose }: ViewsDialogProps) {
  const { t } = useTranslation();
  const storing = useStoring();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const same = views.find((view) => view.query === query);

  async function handleSave(event: FormEvent) {
    event.preventDefault();
    const wrong =
      name.trim() === ''
        ? t('answers.views.noName')
        : isNameTaken(views, name)
          ? t('answers.views.taken')
          : undefined;
    setError(wrong);
    if (wrong !== undefined) return;
    const isStored = await storing.store(() => addView({ name, query }));
    if (isStored) setName('');
  }

  return (
    <Dialog
      open
      wide
      title={t('answers.views.title')}
      closeLabel={t('common.close')}
      onClose={onClose}
      // Each row stores its own changes.
      storing={{ ...storing, discards: undefined }}
    >
      <form
        noValidate
        className={styles.save}
        onSubmit={(event) => void handleSave(event)}
      >
        <Field
          label={t('answers.views.name')}
          hint={
            same
              ? t('answers.views.same', { name: same.name })
              : t('answers.views.hint')
          }
          error={error}
        >
          <TextInput
            value={name}
            maxLength={VIEW_NAME_MAX}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <Button type="submit" variant="primary">
          {t('answers.views.save')}
        </Button>
      </form>
      {views.length === 0 ? (
        <p className="muted">{t('answers.views.none')}</p>
      ) : (
        <ul className={styles.views} aria-label={t('answers.views.title')}>
          {views.map((view, at) => (
            <ViewRow
              key={view.id}
              view={view}
              views={views}
              isFirst={at === 0}
              isLast={at === views.length - 1}
              onOpened={onClose}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
