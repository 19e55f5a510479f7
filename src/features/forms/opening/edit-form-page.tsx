import { useState } from 'react';
import { useParams } from 'react-router-dom';

import { draftKeyOf } from '@/features/forms/draft-keys';
import { useTranslation } from '@/ui/texts';
import { EditFormOpening } from './edit-form-opening';
import type { EditorStart, FormBase } from './editor-start';
import { inputOf } from './editor-start';
import { FormEditor } from '@/features/forms/editor/form-editor';
import { UnknownForm } from './unknown-form';
import { useOrganizerOnly } from '@/components/use-organizer-only';
import { NO_FORM, useFormSource } from './use-form-source';
import { useParkedOf } from '@/features/forms/use-parked';

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
  const source = useFormSource(formId);
  const { read } = source;
  const real = useFormSource(read?.realId ?? NO_FORM);
  const parked = useParkedOf(formId);
  const notAllowed = useOrganizerOnly('forms.organizerOnly');
  const [start, setStart] = useState<EditorStart>();
  const [round, setRound] = useState(0);
  const isGone = read?.isUnknown === true && read.realId === undefined;

  /** Starts again from the form as it is now. */
  function handleReload(base: FormBase) {
    const draftKey = draftKeyOf(formId);
    setRound(round + 1);
    setStart({ draftKey, base, input: inputOf(base), isChanged: false });
  }

  if (!start) {
    return (
      <EditFormOpening
        formId={formId}
        source={source}
        realBase={real.base}
        isGone={isGone}
        parked={parked}
        mayChange={notAllowed === undefined}
        onStart={setStart}
      />
    );
  }
  return (
    <FormEditor
      key={round}
      start={start}
      title={t('forms.edit')}
      source={formId > 0 ? source : undefined}
      now={source.base ?? real.base}
      realId={read?.realId}
      isGone={isGone && start.base !== undefined}
      parked={parked ?? []}
      // A form that was never sent is still an addition, which is open to every
      // admin.
      lockedReason={start.base === undefined ? undefined : notAllowed}
      onReload={handleReload}
    />
  );
}
