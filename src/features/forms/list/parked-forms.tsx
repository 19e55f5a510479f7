import { cancelOp, retryOp } from '@/data/outbox/change-ops';
import { conflictOf } from '@/domain/outbox/conflict-view';
import { opFailureText } from '@/components/failure';
import { useOpDecision } from '@/components/use-op-decision';
import { paths } from '@/paths';
import { Banner } from '@/ui/feedback/banner';
import { Button, ButtonLink } from '@/ui/button';

import { formName } from '@/features/forms/form-name';
import type { FormOp } from '@/features/forms/use-parked';
import { isContent, metaOf } from '@/features/forms/use-parked';
import { useTranslation } from '@/ui/texts';

interface ParkedFormsProps {
  ops: readonly FormOp[];
}

/** What the server refused, in its own words, and what can be done about it. */
export function ParkedForms({ ops }: ParkedFormsProps) {
  const { t } = useTranslation();
  const decide = useOpDecision();

  return ops.map((op) => {
    const name = formName(metaOf(op));
    return (
      <Banner
        key={op.seq}
        tone="refused"
        icon="refused"
        title={t(`forms.parked.${op.kind}`, { name })}
        action={
          <>
            {isContent(op) ? (
              <ButtonLink small href={paths.form(op.args.id)}>
                {t('forms.parked.edit')}
              </ButtonLink>
            ) : null}
            {conflictOf(op) ? (
              <ButtonLink small href={paths.outbox}>
                {t('outbox.resolve.action')}
              </ButtonLink>
            ) : (
              <Button small onClick={() => void decide(retryOp(op))}>
                {t('common.retry')}
              </Button>
            )}
            <Button small onClick={() => void decide(cancelOp(op))}>
              {t('forms.parked.discard')}
            </Button>
          </>
        }
      >
        {opFailureText(op, t)}
      </Banner>
    );
  });
}
