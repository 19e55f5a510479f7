import type { ReactNode } from 'react';

import { dropDraft } from '@/data/drafts/drafts';
import { cancelOp } from '@/data/outbox/change-ops';
import { opFailureText } from '@/components/failure';
import { useMoment } from '@/components/use-moment';
import { useOpDecision } from '@/components/use-op-decision';
import { paths } from '@/paths';
import { useResume } from '@/state/resume';
import { BackLink } from '@/ui/layout/back-link';
import { Button } from '@/ui/button';
import type { IconName } from '@/ui/icon';
import { PageHead } from '@/ui/layout/page-head';
import { State } from '@/ui/feedback/state';
import { showToast } from '@/ui/overlay/toaster';

import type { useDraft } from '@/data/drafts/drafts';

import { formName } from '@/features/forms/form-name';
import type { FormOp } from '@/features/forms/use-parked';
import { metaOf } from '@/features/forms/use-parked';
import { useTranslation } from '@/ui/texts';

interface DraftOfferProps {
  draft: NonNullable<ReturnType<typeof useDraft>>;
  /** The server no longer has the form. */
  isGone: boolean;
  onResume: () => void;
}

/**
 * A crash or an interrupted visit left a draft: asked
 * before the editor opens, so that neither version can overwrite the other.
 */
export function DraftOffer({ draft, isGone, onResume }: DraftOfferProps) {
  const { t } = useTranslation();
  const moment = useMoment();
  const questions = draft.input.sections.flatMap((each) => each.questions);
  // Reloaded for an update in the middle of typing: there is nothing to ask.
  if (useResume(onResume)) return null;

  async function handleDrop() {
    try {
      await dropDraft(draft.draftKey);
    } catch {
      // It stays, and so does the question.
      showToast({ tone: 'refused', text: t('forms.notStored') });
    }
  }

  return (
    <Choice
      icon="device"
      title={t('forms.draft.title', { time: moment(draft.updatedAt) })}
      yes={t('forms.draft.resume')}
      no={t(
        isGone || !draft.base
          ? 'forms.draft.drop'
          : 'forms.draft.startFromServer',
      )}
      onYes={onResume}
      onNo={() => void handleDrop()}
    >
      <span className="strong">
        {formName(draft.input) || t('forms.unnamed')}
      </span>
      {': '}
      {t('forms.sections', { count: draft.input.sections.length })},{' '}
      {t('forms.questions', { count: questions.length })}.{' '}
      {isGone && draft.base ? t('forms.gone.title') : null}
    </Choice>
  );
}

interface RefusedChangeProps {
  op: FormOp;
  onResume: () => void;
}

/**
 * The last save of this form was refused: it can be edited again, or given up.
 */
export function RefusedChange({ op, onResume }: RefusedChangeProps) {
  const { t } = useTranslation();
  const decide = useOpDecision();

  return (
    <Choice
      icon="refused"
      title={t(`forms.parked.${op.kind}`, { name: formName(metaOf(op)) })}
      yes={t('forms.parked.resume')}
      no={t('forms.parked.giveUp')}
      onYes={onResume}
      onNo={() => void decide(cancelOp(op))}
    >
      {opFailureText(op, t)}
    </Choice>
  );
}

interface ChoiceProps {
  icon: IconName;
  title: string;
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
  children: ReactNode;
}

function Choice(props: ChoiceProps) {
  const { icon, title, yes, no, onYes, onNo, children } = props;
  const { t } = useTranslation();
  return (
    <div>
      <PageHead
        title={t('forms.edit')}
        back={<BackLink href={paths.forms}>{t('forms.back')}</BackLink>}
      />
      <State
        icon={icon}
        title={title}
        actions={
          <>
            <Button variant="primary" onClick={onYes}>
              {yes}
            </Button>
            <Button onClick={onNo}>{no}</Button>
          </>
        }
      >
        {children}
      </State>
    </div>
  );
}
