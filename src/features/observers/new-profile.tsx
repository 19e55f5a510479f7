import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { createObserver } from '@/data/observers';
import { useUnsaved } from '@/state/unsaved';
import { BackLink } from '@/ui/back-link';
import { Button } from '@/ui/button';
import { PageHead } from '@/ui/page-head';
import { Panel } from '@/ui/panel';
import { showToast } from '@/ui/toaster';

import { useGoToList } from './list-return';
import { NotSaved } from './not-saved';
import { LIST_PATH } from './observer-paths';
import { PinField, ProfileFields } from './profile-fields';
import styles from './profile-form.module.css';
import pageStyles from './profile-page.module.css';
import type { ProfileInput } from './profile-input';
import { tidied } from './profile-input';
import { useOrganizerOnly } from './use-rights';

/** A new observer (specification section 2): name, phone and PIN, all required. */
export function NewProfile() {
  const { t } = useTranslation();
  const goToList = useGoToList();
  const notAllowed = useOrganizerOnly();
  const [isNotSaved, setNotSaved] = useState(false);
  const { control, register, handleSubmit, formState } = useForm<ProfileInput>({
    defaultValues: { name: '', phone: '', pin: '' },
    mode: 'all',
  });
  const { phone = '' } = useWatch({ control });
  const { errors, isDirty, isSubmitting, isValid } = formState;
  const release = useUnsaved(isDirty);
  const reason = notAllowed ?? (isValid ? undefined : t('profile.incomplete'));

  /** Saved or given up: nobody is asked. */
  function leave() {
    release();
    goToList();
  }

  async function handleSave(input: ProfileInput) {
    const { pin, ...observer } = tidied(input);
    try {
      await createObserver(observer, pin);
    } catch {
      // Full, closed or forbidden storage: whichever it is, nothing was kept.
      setNotSaved(true);
      return;
    }
    showToast({
      tone: 'done',
      title: t('profile.added'),
      text: t('common.savedOnDevice'),
    });
    leave();
  }

  return (
    <>
      <PageHead
        title={t('profile.new')}
        back={<BackLink href={LIST_PATH}>{t('observers.title')}</BackLink>}
      />
      <div className={pageStyles['page']}>
        <Panel aria-label={t('profile.new')} className={styles['panel']}>
          {isNotSaved ? <NotSaved /> : null}
          <form
            noValidate
            className={styles['form']}
            onSubmit={(event) => {
              event.preventDefault();
              // Enter in a field comes here too, whatever the button says.
              if (reason === undefined && !isSubmitting) {
                void handleSubmit(handleSave)(event);
              }
            }}
          >
            <ProfileFields
              register={register}
              errors={errors}
              phone={phone}
              readOnly={notAllowed !== undefined}
            />
            <PinField register={register} errors={errors} />
            <div className={styles['actions']}>
              <Button onClick={leave}>{t('common.cancel')}</Button>
              <Button type="submit" variant="primary" reason={reason}>
                {t('common.save')}
              </Button>
            </div>
          </form>
        </Panel>
      </div>
    </>
  );
}
