import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import type { ObserverDraft } from '@/data/drafts/drafts';
import { NEW_OBSERVER_DRAFT, useObserverDraft } from '@/data/drafts/drafts';
import { createObserver } from '@/data/observers/change-observers';
import { paths } from '@/paths';
import { BackLink } from '@/ui/layout/back-link';
import { Button } from '@/ui/button';
import { PageHead } from '@/ui/layout/page-head';
import { Panel } from '@/ui/layout/panel';
import { useTranslation } from '@/ui/texts';

import { NotSaved, PinNotSaved } from './not-saved';
import { ProfileDraft } from './profile-draft';
import { PinField, ProfileFields } from './profile-fields';
import styles from './profile-form.module.css';
import pageStyles from './profile-page.module.css';
import type { ProfileInput } from './profile-input';
import { tidied } from './profile-input';
import { useProfileDraft } from './use-profile-draft';
import { useProfileSaving } from './use-profile-saving';
import { useOrganizerOnly } from '@/components/use-organizer-only';

/**
 * A new observer (docs/specification.md 2): name, phone and PIN, all required.
 */
export function NewProfile() {
  const { t } = useTranslation();
  const stored = useObserverDraft('new');
  const notAllowed = useOrganizerOnly();
  const [start, setStart] = useState<{ draft?: ObserverDraft | undefined }>();
  if (!start && (stored === null || notAllowed !== undefined)) setStart({});

  return (
    <>
      <PageHead
        title={t('profile.new')}
        back={
          <BackLink href={paths.observers}>{t('observers.title')}</BackLink>
        }
      />
      <div className={pageStyles.page}>
        {start ? <NewProfileForm {...start} /> : null}
        {!start && stored ? (
          <ProfileDraft
            draft={stored}
            onResume={() => setStart({ draft: stored })}
          />
        ) : null}
      </div>
    </>
  );
}

interface NewProfileFormProps {
  /** The draft to continue with. */
  draft?: ObserverDraft | undefined;
}

function NewProfileForm({ draft }: NewProfileFormProps) {
  const { t } = useTranslation();
  const notAllowed = useOrganizerOnly();
  const { name, phone } = draft?.input ?? { name: '', phone: '' };
  const { control, register, setValue, handleSubmit, formState } =
    useForm<ProfileInput>({
      defaultValues: { name, phone, pin: '' },
      mode: 'all',
    });
  const input = { name, phone, pin: '', ...useWatch({ control }) };
  const { errors, isSubmitting, isValid } = formState;
  const typed = useProfileDraft({
    draftKey: NEW_OBSERVER_DRAFT,
    input: { ...input, hadPin: input.pin !== '' },
    isChanged: [input.name, input.phone, input.pin].some(Boolean),
    isResumed: draft !== undefined,
  });
  const { isNotSaved, leave, save } = useProfileSaving(typed.end);
  const reason = notAllowed ?? (isValid ? undefined : t('profile.incomplete'));

  function handleSave(submitted: ProfileInput) {
    const { pin, ...observer } = tidied(submitted);
    const store = () => createObserver(observer, pin, typed.draftKey);
    return save(store, t('profile.added'));
  }

  return (
    <Panel aria-label={t('profile.new')} className={styles.panel}>
      {isNotSaved ? <NotSaved /> : null}
      {draft?.input.hadPin === true && input.pin === '' ? (
        <PinNotSaved />
      ) : null}
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          // Enter in a field submits also while the button is disabled.
          if (reason === undefined && !isSubmitting) {
            void handleSubmit(handleSave)(event);
          }
        }}
      >
        <ProfileFields
          register={register}
          errors={errors}
          phone={input.phone}
          readOnly={notAllowed !== undefined}
        />
        <PinField register={register} setValue={setValue} errors={errors} />
        <div className={styles.actions}>
          <Button onClick={() => void leave()}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" reason={reason}>
            {t('common.save')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
