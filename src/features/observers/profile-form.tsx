import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';

import { updateObserver } from '@/data/observers';
import type { Observer, ObserverInput } from '@/domain/observer';
import { observerPatch, tidy } from '@/domain/observer';
import type { Overlaid } from '@/domain/overlay';
import { session } from '@/state/session';
import { useUnsaved } from '@/state/unsaved';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Field, TextInput } from '@/ui/field';
import { Panel } from '@/ui/panel';
import { showToast } from '@/ui/toaster';

import { ChangedElsewhere } from './changed-elsewhere';
import styles from './profile-form.module.css';
import type { ProfileHandOver } from './use-profile';
import { useGoBack } from './way-back';

interface ProfileFormProps {
  /** As it is now, with waiting changes on top; it may change at any time. */
  observer: Overlaid<Observer>;
  /** Otherwise it is only looked at. */
  isEdited: boolean;
}

/**
 * Name and phone of an observer. What the user types is never changed under
 * the cursor: news from elsewhere are offered, not put in.
 *
 * @param props the observer, and whether it is to be edited.
 * @returns the form.
 */
export function ProfileForm({ observer, isEdited }: ProfileFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const goBack = useGoBack();
  const { user } = useSnapshot(session);
  const mayWrite = user?.organizer === true;
  const isLocked = !isEdited || !mayWrite;

  /** What the fields started from: the base of the change that is kept. */
  const [base, setBase] = useState<Observer>(observer);
  /** Other values that are not to be offered: the user declined them, or just replaced them. */
  const [ignored, setIgnored] = useState<ObserverInput>(base);
  const [isNotSaved, setNotSaved] = useState(false);
  const { control, register, handleSubmit, reset, formState } =
    useForm<ObserverInput>({ defaultValues: inputOf(base), mode: 'all' });
  const input = useWatch({ control });
  const { errors, isSubmitting, isValid } = formState;

  const isChanged = differs(base, { ...inputOf(base), ...input });
  useUnsaved(isEdited && isChanged);
  // What is shown has caught up with the last save: from here on the old value
  // would be news again, after a refusal for instance.
  if (!differs(observer, base) && differs(ignored, base)) {
    setIgnored(inputOf(base));
  }
  const isNewer =
    !isSubmitting && differs(observer, base) && differs(observer, ignored);
  const reason = reasonNotToSave();

  function reasonNotToSave(): string | undefined {
    if (!mayWrite) return t('profile.organizerOnly');
    if (!isValid && isChanged) return t('profile.incomplete');
    return isChanged ? undefined : t('profile.unchanged');
  }

  function begin(from: Observer) {
    setBase(from);
    setIgnored(from);
    reset(inputOf(from));
  }

  async function handleSave(submitted: ObserverInput) {
    const saved = {
      name: tidy(submitted.name),
      phone: tidy(submitted.phone),
    };
    try {
      await updateObserver(base, saved);
    } catch {
      // Full, closed or forbidden storage: whichever it is, nothing was kept.
      setNotSaved(true);
      return;
    }
    setNotSaved(false);
    begin({ ...base, ...saved });
    // Until the live read shows the change, the value before it is no news.
    setIgnored(inputOf(observer));
    showToast({ tone: 'done', text: t('common.savedOnDevice') });
    if (saved.phone !== base.phone) {
      // The address names the phone: the old one would lead nowhere after a reload.
      const phone = encodeURIComponent(saved.phone);
      const state: ProfileHandOver = { observerId: base.id };
      void navigate(`/observatori/profil/edit/${phone}`, {
        replace: true,
        state,
      });
    }
  }

  const required = (label: string) => (value: string) =>
    tidy(value) !== '' || t('VALIDATION_REQUIRED', { field: label });
  const name = t('profile.name');
  const phone = t('profile.phone');

  return (
    <Panel aria-label={t('profile.title')} className={styles['panel']}>
      {isNotSaved ? (
        <Banner tone="refused" icon="alert" title={t('profile.notSaved')}>
          {t('profile.notSavedHint')}
        </Banner>
      ) : null}
      {isEdited && isNewer ? (
        <ChangedElsewhere
          observer={observer}
          onLoad={() => begin(observer)}
          onContinue={() => setIgnored(inputOf(observer))}
        />
      ) : null}
      <form
        noValidate
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          // Enter in a field comes here too, whatever the button says.
          if (reason === undefined) void handleSubmit(handleSave)(event);
        }}
      >
        <Field label={name} required={!isLocked} error={errors.name?.message}>
          <TextInput
            {...register('name', { validate: required(name) })}
            readOnly={isLocked}
            autoComplete="off"
          />
        </Field>
        <Field label={phone} required={!isLocked} error={errors.phone?.message}>
          <TextInput
            {...register('phone', { validate: required(phone) })}
            type="tel"
            readOnly={isLocked}
            autoComplete="off"
          />
        </Field>
        <p className="small muted">
          {t('profile.ngo', { ngo: observer.ngo })}
          {isEdited ? ` · ${t('profile.pinStays')}` : ''}
        </p>
        <div className={styles['actions']}>
          <Button onClick={goBack}>
            {isEdited ? t('common.cancel') : t('common.back')}
          </Button>
          {isEdited ? (
            <Button type="submit" variant="primary" reason={reason}>
              {t('common.save')}
            </Button>
          ) : null}
        </div>
      </form>
    </Panel>
  );
}

function inputOf({ name, phone }: ObserverInput): ObserverInput {
  return { name, phone };
}

function differs(base: ObserverInput, other: ObserverInput): boolean {
  return Object.keys(observerPatch(base, other)).length > 0;
}
