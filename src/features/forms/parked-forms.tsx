import { useTranslation } from 'react-i18next';

import { cancelOp, retryOp } from '@/data/outbox';
import { conflictOf } from '@/domain/undecided';
import { opFailureText } from '@/phrases/failure';
import { useOpDecision } from '@/phrases/use-op-decision';
import { Banner } from '@/ui/banner';
import { Button, ButtonLink } from '@/ui/button';

import { formName } from './form-name';
import { formPath } from './form-paths';
import type { FormOp } from './use-parked';
import { isContent, metaOf } from './use-parked';

interface ParkedFormsProps {
  ops: readonly FormOp[];
}

/**
 * What the host refused, in its own words, and what can be done about it.
 *
 * @param props the refused changes.
 * @returns a banner for each.
 */
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
              <ButtonLink small href={formPath(op.args.id)}>
                {t('forms.parked.edit')}
              </ButtonLink>
            ) : null}
            {conflictOf(op) ? (
              <ButtonLink small href="/outbox">
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
