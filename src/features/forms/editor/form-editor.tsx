import { useEffect, useMemo, useState } from 'react';
import { Navigate } from 'react-router-dom';

import { useAutosave } from '@/data/drafts/use-autosave';
import { problemsOf } from '@/domain/forms/checks';
import { outlineOf } from '@/domain/forms/outline';
import { paths } from '@/paths';
import { useUnsaved } from '@/state/unsaved';
import { Banner } from '@/ui/feedback/banner';
import { Button, ButtonLink } from '@/ui/button';
import { useTranslation } from '@/ui/texts';

import { problemWords } from './check-words';
import { EditorFreshness } from './editor-freshness';
import { EditorHead } from './editor-head';
import { EditorNews } from './editor-news';
import { EditorRows } from './editor-rows';
import type { FormBase } from '@/features/forms/opening/editor-start';
import { EditorToolsProvider } from './editor-tools';
import styles from './form-editor.module.css';
import { Outline } from '@/features/forms/editor/outline/outline';
import { Preview } from './preview';
import { PublishDialog } from '@/features/forms/list/publish-dialog';
import { useEditorView } from './use-editor-view';
import { useFormHistory } from './use-form-history';
import type { FormSource } from '@/features/forms/opening/use-form-source';
import type { OpenForm } from './use-save-form';
import { useSaveForm } from './use-save-form';
import { useUndoKeys } from './use-undo-keys';
import { useWarnings } from './use-warnings';
import { WarningsBanner } from './warnings-banner';

interface FormEditorProps extends OpenForm {
  /** The one h1 of the page. */
  title: string;
  /** Where an existing form comes from: how old it is, and whether it is refreshed. */
  source?: FormSource | undefined;
  /** The server deleted it meanwhile. */
  isGone: boolean;
  /** Why it may only be read. */
  lockedReason: string | undefined;
  /** Begins anew with what the form is now. */
  onReload: ((now: FormBase) => void) | undefined;
}

/**
 * The form editor (docs/specification.md 2): outline, editor, phone preview.
 * News from the server never change the input under the cursor.
 */
export function FormEditor(props: FormEditorProps) {
  const { start, title, now, realId, isGone, lockedReason } = props;
  const { t } = useTranslation();
  const { history, edit, undo, redo } = useFormHistory(start.input);
  const form = history.present;
  const isLocked = lockedReason !== undefined;
  const isChanged = !isLocked && (start.isChanged || form !== start.input);
  const view = useEditorView(form);
  const { jump, announce } = view;
  const tools = useMemo(
    () => ({ edit, isLocked, jump, announce }),
    [edit, isLocked, jump, announce],
  );

  const { draftKey, base } = start;
  const autosave = useAutosave({ draftKey, input: form, base }, isChanged);
  const release = useUnsaved(isChanged, autosave.flush, autosave.end);
  const saving = useSaveForm(props, form, async () => {
    release();
    await autosave.end();
  });
  const warnings = useWarnings(form, start);
  const [isAsking, setAsking] = useState(false);
  const problem = useMemo(() => problemsOf(form)[0], [form]);
  const reason =
    lockedReason ??
    (isGone ? t('forms.gone.title') : undefined) ??
    (problem && problemWords(problem, t));

  useUndoKeys(undo, redo, !isLocked);
  useEffect(() => {
    const shown = outlineOf(history.present.sections).find(
      ({ key }) => key === history.shown,
    );
    if (shown) jump(shown.key);
  }, [history, jump]);

  if (realId !== undefined && !isChanged) {
    return <Navigate to={paths.form(realId)} replace />;
  }

  return (
    <EditorToolsProvider value={tools}>
      <div className={styles.page}>
        <EditorHead
          title={title}
          form={form}
          source={props.source}
          autosave={autosave}
          isChanged={isChanged}
          reason={reason}
          canUndo={history.past.length > 0}
          canRedo={history.future.length > 0}
          onUndo={undo}
          onRedo={redo}
          onSaveDraft={() => void saving.save(true)}
          onPublish={() => {
            if (warnings.length > 0) setAsking(true);
            else void saving.save(false);
          }}
          preview={<Preview form={form} current={view.current} />}
        />
        {props.source ? <EditorFreshness source={props.source} /> : null}
        {isLocked ? (
          <Banner
            icon="lock"
            title={lockedReason}
            action={
              base ? (
                <ButtonLink small href={paths.newForm(base.meta.id)}>
                  {t('forms.duplicate')}
                </ButtonLink>
              ) : undefined
            }
          >
            {t('forms.readOnly')}
          </Banner>
        ) : null}
        {saving.failed ? (
          <Banner
            tone="refused"
            icon="alert"
            title={t('forms.notSaved')}
            action={
              <Button small icon="download" onClick={saving.saveToFile}>
                {t('forms.saveToFile')}
              </Button>
            }
          >
            {t('forms.notSavedHint')}
          </Banner>
        ) : null}
        {isGone ? (
          <Banner
            tone="refused"
            icon="alert"
            title={t('forms.gone.title')}
            action={
              <Button small onClick={() => void saving.saveAsNew()}>
                {t('forms.gone.saveAsNew')}
              </Button>
            }
          >
            {t('forms.gone.text')}
          </Banner>
        ) : null}
        <EditorNews
          base={base}
          now={now}
          isSaved={saving.isSaved}
          onLoad={(fresh) => {
            void autosave.end().then(() => props.onReload?.(fresh));
          }}
        />
        <WarningsBanner warnings={isLocked ? [] : warnings} />
        <div className={styles.panes}>
          <Outline form={form} warnings={warnings} current={view.current} />
          <EditorRows form={form} view={view} warnings={warnings} />
          <aside
            className={styles.preview}
            aria-label={t('forms.preview.name')}
          >
            <Preview form={form} current={view.current} />
          </aside>
        </div>
        <output className="visually-hidden">{view.said}</output>
      </div>
      {isAsking ? (
        <PublishDialog
          warnings={warnings}
          onClose={() => setAsking(false)}
          onPublish={() => saving.save(false)}
        />
      ) : null}
    </EditorToolsProvider>
  );
}
