import type { FormEvent } from 'react';
import { useState } from 'react';

import { copyText } from '@/components/copying';
import { changeView, moveView } from '@/data/threads/saved-views';
import type { SavedView } from '@/domain/views/saved-view';
import { isNameTaken, VIEW_NAME_MAX } from '@/domain/views/saved-view';
import { paths } from '@/paths';
import { Button, IconButton } from '@/ui/button';
import { TextInput } from '@/ui/field/field';
import { Link } from '@/ui/link';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

import styles from './views-dialog.module.css';

interface ViewRowProps {
  view: SavedView;
  /** All of them: no two have one name. */
  views: readonly SavedView[];
  isFirst: boolean;
  isLast: boolean;
  /** The view was opened. */
  onOpened: () => void;
}

/** One saved view: open, pin, move, copy the link, rename, delete. */
export function ViewRow(props: ViewRowProps) {
  const { view, views, isFirst, isLast, onOpened } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const { name, isPinned } = view;

  async function store(change: () => Promise<void>): Promise<boolean> {
    try {
      await change();
      return true;
    } catch {
      // Storage is full, closed or forbidden, or an update is about to reload.
      showToast({ tone: 'refused', text: t('common.notSaved') });
      return false;
    }
  }

  async function handleRename(event: FormEvent) {
    event.preventDefault();
    const next = typed?.trim() ?? '';
    if (next === '' || isNameTaken(views, next, view.id)) {
      const problem = next === '' ? 'noName' : 'taken';
      showToast({ tone: 'refused', text: t(`answers.views.${problem}`) });
      return;
    }
    if (await store(() => changeView(view, { name: next })))
      setTyped(undefined);
  }

  async function handleDelete() {
    if (!(await store(() => changeView(view, { isDeleted: true })))) return;
    showToast({
      tone: 'done',
      text: t('answers.views.deleted', { name }),
      action: {
        label: t('answers.views.undo'),
        onAction: () =>
          void store(() => changeView(view, { isDeleted: false })),
      },
    });
  }

  async function handleCopy() {
    const link = new URL(paths.answers(view.query), location.href).href;
    if (await copyText(link, t('answers.views.copied'))) return;
    // The link is shown, to be copied by hand.
    showToast({
      tone: 'waiting',
      title: t('answers.views.notCopied'),
      text: link,
    });
  }

  if (typed !== undefined) {
    return (
      <li className={styles.view}>
        <form
          className={styles.rename}
          onSubmit={(event) => void handleRename(event)}
        >
          <TextInput
            // The button that began it is gone.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            aria-label={t('answers.views.nameOf', { name })}
            value={typed}
            maxLength={VIEW_NAME_MAX}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button small type="submit" variant="primary">
            {t('answers.views.rename')}
          </Button>
          <Button small onClick={() => setTyped(undefined)}>
            {t('common.cancel')}
          </Button>
        </form>
      </li>
    );
  }
  return (
    <li className={styles.view}>
      <Link
        href={paths.answers(view.query)}
        className={styles.name}
        onClick={onOpened}
      >
        {name}
      </Link>
      <Button
        small
        onClick={() =>
          void store(() => changeView(view, { isPinned: !isPinned }))
        }
      >
        {t(isPinned ? 'answers.views.unpin' : 'answers.views.pin')}
        <span className="visually-hidden"> {name}</span>
      </Button>
      <IconButton
        small
        icon="up"
        name={t('answers.views.up', { name })}
        aria-disabled={isFirst}
        onClick={() => void store(() => moveView(view, -1))}
      />
      <IconButton
        small
        icon="down"
        name={t('answers.views.down', { name })}
        aria-disabled={isLast}
        onClick={() => void store(() => moveView(view, 1))}
      />
      <IconButton
        small
        icon="copy"
        name={t('answers.views.copy', { name })}
        onClick={() => void handleCopy()}
      />
      <IconButton
        small
        icon="edit"
        name={t('answers.views.renameOf', { name })}
        onClick={() => setTyped(name)}
      />
      <IconButton
        small
        icon="trash"
        name={t('answers.views.delete', { name })}
        onClick={() => void handleDelete()}
      />
    </li>
  );
}
