import { cancelOp, retryOp } from '@/data/outbox/change-ops';
import type { OpOf } from '@/domain/outbox/op';
import { opFailureText } from '@/components/failure';
import { useOpDecision } from '@/components/use-op-decision';
import { paths } from '@/paths';
import { Banner } from '@/ui/feedback/banner';
import { Button, ButtonLink } from '@/ui/button';
import { useTranslation } from '@/ui/texts';

interface RefusedAdditionsProps {
  ops: readonly OpOf<'observer.create'>[];
}

/**
 * Observers that the server did not take: they are in no list, so they are
 * said above it.
 */
export function RefusedAdditions({ ops }: RefusedAdditionsProps) {
  const { t } = useTranslation();
  const decide = useOpDecision();

  return ops.map((op) => (
    <Banner
      key={op.seq}
      tone="refused"
      icon="refused"
      title={t('observers.additionRefused', { ...op.args.input })}
      action={
        <>
          <ButtonLink small href={paths.outbox}>
            {t('outbox.editAgain')}
          </ButtonLink>
          {op.state === 'conflict' ? null : (
            <Button small onClick={() => void decide(retryOp(op))}>
              {t('common.retry')}
            </Button>
          )}
          <Button small onClick={() => void decide(cancelOp(op))}>
            {t('outbox.discard')}
          </Button>
        </>
      }
    >
      {opFailureText(op, t)}
    </Banner>
  ));
}
