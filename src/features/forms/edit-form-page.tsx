import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router-dom';

import { useDraft } from '@/data/drafts';

import { draftKeyOf } from './draft-keys';
import type { EditorStart, FormBase } from './editor-start';
import { inputOf, isSameInput } from './editor-start';
import { EditorWait } from './editor-wait';
import { FormEditor } from './form-editor';
import { formPath } from './form-paths';
import { MovedForm } from './moved-form';
import { KeptDraft, RefusedChange } from './start-choices';
import { UnknownForm } from './unknown-form';
import { useOrganizerOnly } from './use-form-rights';
import { NO_FORM, useFormSource } from './use-form-source';
import { isContent, useParkedOf } from './use-parked';

/**
 * The editor of an existing form: route `/formulare/:formId`. Negative ids are
 * forms that wait to be sent.
 */
export function EditFormPage() {
  const { formId = '' } = useParams();
  const id = Number(formId);
  if (!Number.isSafeInteger(id) || id === NO_FORM) return <UnknownForm />;
  return <ExistingForm key={id} formId={id} />;
}

function ExistingForm({ formId }: { formId: number }) {
  const { t } = useTranslation();
  const draftKey = draftKeyOf(formId);
  const source = useFormSource(formId);
  const { read } = source;
  const real = useFormSource(read?.realId ?? NO_FORM);
  const draft = useDraft(draftKey);
  const parked = useParkedOf(formId);
  const notAllowed = useOrganizerOnly();
  const [start, setStart] = useState<EditorStart>();

  const [round, setRound] = useState(0);

  /** Everything anew, from what the form is now. */
  function handleReload(now: FormBase) {
    setRound(round + 1);
    setStart({ draftKey, base: now, input: inputOf(now), isChanged: false });
  }

  const isGone = read?.isUnknown === true && read.realId === undefined;
  const base = source.base ?? real.base;

  if (start) {
    return (
      <FormEditor
        key={round}
        start={start}
        title={t('forms.edit')}
        now={base}
        realId={read?.realId}
        isGone={isGone && start.base !== undefined}
        parked={parked ?? []}
        // What was never sent is still an addition, and that is open to every admin.
        lockedReason={start.base === undefined ? undefined : notAllowed}
        onReload={handleReload}
      />
    );
  }
  if (!read || draft === undefined || !parked)
    return <EditorWait source={source} />;
  if (read.realId !== undefined) {
    return draft ? (
      <MovedForm draft={draft} real={real.base} realId={read.realId} />
    ) : (
      <Navigate to={formPath(read.realId)} replace />
    );
  }

  const isDraftNews =
    draft && !(base && isSameInput(inputOf(base), draft.input));
  if (isDraftNews && notAllowed === undefined) {
    const { input, base: began } = draft;
    return (
      <KeptDraft
        draft={draft}
        isGone={isGone}
        onResume={() =>
          setStart({
            draftKey,
            input,
            isChanged: true,
            ...(began ? { base: began } : {}),
          })
        }
      />
    );
  }
  const refused = parked.findLast(isContent);
  if (refused) {
    const { args } = refused;
    return (
      <RefusedChange
        op={refused}
        onResume={() =>
          setStart({
            draftKey,
            input: args.input,
            isChanged: true,
            ...('base' in args ? { base: args.base } : {}),
          })
        }
      />
    );
  }
  if (base) {
    setStart({ draftKey, base, input: inputOf(base), isChanged: false });
    return null;
  }
  return isGone ? <UnknownForm /> : <EditorWait source={source} />;
}
