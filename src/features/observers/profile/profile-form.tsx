import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import type { ObserverDraft } from '@/data/drafts/drafts';
import { observerDraftKey } from '@/data/drafts/drafts';
import { updateObserver } from '@/data/observers/change-observers';
import type { Observer, ObserverInput } from '@/domain/observers/observer';
import { observerPatch } from '@/domain/observers/observer';
import type { Overlaid } from '@/domain/outbox/overlay';
import { paths } from '@/paths';
import { Button, ButtonLink } from '@/ui/button';
import { Checkbox } from '@/ui/field/field';
import { Panel } from '@/ui/layout/panel';
import { useTranslation } from '@/ui/texts';

import { ChangedElsewhere } from './changed-elsewhere';
import { DeleteDialog } from '@/features/observers/list/delete-dialog';
import { NotSaved, PinNotSaved } from './not-saved';
import { PinLinkAction } from './pin-link-action';
import { PinField, ProfileFields } from './profile-fields';
import styles from './profile-form.module.css';
import type { ProfileInput } from './profile-input';
import { tidied } from './profile-input';
import { useProfileDraft } from './use-profile-draft';
import { useProfileSaving } from './use-profile-saving';
import { useOrganizerOnly } from '@/components/use-organizer-only';

interface ProfileFormProps {
  /** As it is now, with waiting changes on top; it may change at any time. */
  observer: Overlaid<Observer>;
  /** Otherwise it is only looked at. */
  isEdited: boolean;
  /** The draft to continue with. */
  draft?: ObserverDraft | undefined;
}

/**
 * Name, phone and PIN of an observer. What the user types is never changed under
 * the cursor: news from elsewhere are offered, not put in. Without a new PIN the
 * server keeps the old one (docs/api-contract.md 3.3).
 *
 * What is typed is stored as a draft, without the PIN.
 */
export function ProfileForm({ observer, isEdited, draft }: ProfileFormProps) {
  const { t } = useTranslation();
  const notAllowed = useOrganizerOnly();

  /** What the fields started from: the base of the change that is enqueued. */
  const [base, setBase] = useState<Observer>({ ...observer, ...draft?.base });
  /** Other values that are not to be offered: the user declined them, or just saved them. */
  const [ignored, setIgnored] = useState<ObserverInput>(base);
  const [keepsPin, setKeepsPin] = useState(draft?.input.hadPin !== true);
  const [isLeaving, setLeaving] = useState(false);
  const { control, register, setValue, handleSubmit, reset, formState } =
    useForm<ProfileInput>({
      defaultValues: inputOf(draft?.input ?? base),
      mode: 'all',
    });
  const input = { ...inputOf(base), ...useWatch({ control }) };
  const { errors, isSubmitting, isValid } = formState;

  const hadPin = !keepsPin && input.pin !== '';
  const isChanged = differs(base, input) || hadPin;
  const typed = useProfileDraft({
    draftKey: draft?.draftKey ?? observerDraftKey(observer.id),
    input: { ...input, hadPin },
    base,
    isChanged: isEdited && isChanged,
    isResumed: draft !== undefined,
  });
  const { isNotSaved, leave, save } = useProfileSaving(typed.end);
  const isNewer =
    !isSubmitting && differs(observer, base) && differs(observer, ignored);
  const reason = reasonNotToSave();

  function reasonNotToSave(): string | undefined {
    if (notAllowed !== undefined) return notAllowed;
    if (!isValid && (isChanged || !keepsPin)) return t('profile.incomplete');
    return isChanged ? undefined : t('profile.unchanged');
  }

  function begin(from: Observer) {
    setBase(from);
    setIgnored(from);
    reset(inputOf(from));
  }

  function handleSave(submitted: ProfileInput) {
    const { pin, ...saved } = tidied(
      { ...inputOf(base), ...submitted },
      base.phone,
    );
    // The live read may show the change before this page is left: it is no news.
    setIgnored(saved);
    // An addition may have got the server's number while it was edited.
    const { id } = observer;
    const newPin = keepsPin ? '' : pin;
    const store = () =>
      updateObserver({ ...base, id }, saved, newPin, typed.draftKey);
    return save(store, t('profile.saved'));
  }

  return (
    <Panel aria-label={t('profile.title')} className={styles.panel}>
      {isNotSaved ? <NotSaved /> : null}
      {draft?.input.hadPin === true && input.pin === '' ? (
        <PinNotSaved />
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
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          // Enter in a field submits also while the button is disabled.
          if (isEdited && reason === undefined && !isSubmitting) {
            void handleSubmit(handleSave)(event);
          }
        }}
      >
        <ProfileFields
          register={register}
          errors={errors}
          phone={input.phone}
          kept={base.phone}
          ownId={observer.id}
          readOnly={notAllowed !== undefined}
          disabled={!isEdited}
        />
        {isEdited ? (
          <Checkbox
            checked={keepsPin}
            disabled={notAllowed !== undefined}
            onChange={({ target }) => setKeepsPin(target.checked)}
          >
            {t('profile.keepPin')}
          </Checkbox>
        ) : null}
        {isEdited && !keepsPin ? (
          <PinField register={register} setValue={setValue} errors={errors} />
        ) : null}
        {observer.ngo === '' ? null : (
          <p className="small muted">
            {t('profile.ngo', { ngo: observer.ngo })}
          </p>
        )}
        <div className={styles.actions}>
          <Button onClick={() => void leave()}>
            {isEdited ? t('common.cancel') : t('common.back')}
          </Button>
          {isEdited ? (
            <>
              <Button type="submit" variant="primary" reason={reason}>
                {t('common.save')}
              </Button>
              <PinLinkAction observer={observer} />
              <Button
                variant="danger"
                icon="trash"
                className="push"
                onClick={() => setLeaving(true)}
              >
                {t('common.delete')}
              </Button>
            </>
          ) : (
            <>
              {notAllowed === undefined ? (
                <ButtonLink
                  icon="edit"
                  href={paths.profile('edit', observer.phone)}
                >
                  {t('common.edit')}
                </ButtonLink>
              ) : (
                <Button icon="edit" reason={notAllowed}>
                  {t('common.edit')}
                </Button>
              )}
              <PinLinkAction observer={observer} />
            </>
          )}
        </div>
      </form>
      {isLeaving ? (
        <DeleteDialog
          observer={observer}
          onClose={() => setLeaving(false)}
          onDeleted={() => void leave()}
        />
      ) : null}
    </Panel>
  );
}

function inputOf({ name, phone }: ObserverInput): ProfileInput {
  return { name, phone, pin: '' };
}

function differs(base: ObserverInput, other: ObserverInput): boolean {
  return Object.keys(observerPatch(base, other)).length > 0;
}
