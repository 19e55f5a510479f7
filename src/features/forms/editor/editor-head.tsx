import type { ReactNode } from 'react';
import { useState } from 'react';

import type { Autosave } from '@/data/drafts/use-autosave';
import type { FormInput } from '@/domain/forms/form';
import { AsOf } from '@/components/as-of';
import { paths } from '@/paths';
import { BackLink } from '@/ui/layout/back-link';
import { Badge } from '@/ui/marks/badge';
import { Button, IconButton } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { formatTime } from '@/ui/format';
import { Mark } from '@/ui/marks/mark';
import { PageHead } from '@/ui/layout/page-head';
import { useTranslation } from '@/ui/texts';

import styles from './editor-head.module.css';
import { formName } from '@/features/forms/form-name';
import type { FormSource } from '@/features/forms/opening/use-form-source';

interface EditorHeadProps {
  title: string;
  form: FormInput;
  /** Where an existing form comes from. */
  source: FormSource | undefined;
  autosave: Autosave;
  isChanged: boolean;
  /** Why it cannot be saved now. */
  reason: string | undefined;
  canUndo: boolean;
  canRedo: boolean;
  onUndo: () => void;
  onRedo: () => void;
  onSaveDraft: () => void;
  onPublish: () => void;
  /** The phone, for windows that have no room beside the editor. */
  preview: ReactNode;
}

/**
 * The head of the editor: the way back, the draft's state, undo and redo, save,
 * publish.
 */
export function EditorHead(props: EditorHeadProps) {
  const { title, form, source, reason, canUndo, canRedo } = props;
  const { t } = useTranslation();
  const [isPreviewed, setPreviewed] = useState(false);
  return (
    <PageHead
      title={title}
      aside={formName(form) || undefined}
      back={
        <BackLink href={paths.formsTab(form.draft ? 'draft' : 'public')}>
          {t('forms.back')}
        </BackLink>
      }
      asOf={
        <>
          <Badge>{t(form.draft ? 'forms.isDraft' : 'forms.isPublic')}</Badge>
          <AsOf freshness={source?.read} asked={source?.failure} />
        </>
      }
    >
      <DraftState {...props} />
      <span className={styles.steps}>
        <IconButton
          icon="undo"
          name={t('forms.undo')}
          aria-keyshortcuts="Control+Z"
          reason={canUndo ? undefined : t('forms.nothingToUndo')}
          onClick={props.onUndo}
        />
        <IconButton
          icon="redo"
          name={t('forms.redo')}
          aria-keyshortcuts="Control+Shift+Z"
          reason={canRedo ? undefined : t('forms.nothingToRedo')}
          onClick={props.onRedo}
        />
      </span>
      <Button
        icon="phone"
        className={styles.preview}
        onClick={() => setPreviewed(true)}
      >
        {t('forms.preview.open')}
      </Button>
      <Button reason={reason} onClick={props.onSaveDraft}>
        {t('forms.saveDraft')}
      </Button>
      <Button variant="primary" reason={reason} onClick={props.onPublish}>
        {t('forms.publish')}
      </Button>
      {isPreviewed ? (
        <Dialog
          open
          title={t('forms.preview.name')}
          closeLabel={t('common.close')}
          onClose={() => setPreviewed(false)}
        >
          {props.preview}
        </Dialog>
      ) : null}
    </PageHead>
  );
}

function DraftState({ autosave, isChanged }: EditorHeadProps) {
  const { t } = useTranslation();
  const { savedAt, failed } = autosave;
  if (!isChanged) return null;
  if (failed) {
    return (
      <Mark tone="refused" icon="alert">
        {t('forms.draftNotSaved')}
      </Mark>
    );
  }
  if (savedAt === undefined) {
    return <Mark icon="edit">{t('forms.changed')}</Mark>;
  }
  return (
    <Mark tone="done" icon="device">
      {t('forms.draftSaved', { time: formatTime(savedAt) })}
    </Mark>
  );
}
