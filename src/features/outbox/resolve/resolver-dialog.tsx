import { useTakenCodes } from '@/data/outbox/resolve-conflict';
import type { Op } from '@/domain/outbox/op';
import { conflictOf } from '@/domain/outbox/conflict-view';
import { useTranslation } from '@/ui/texts';

import { ResolveAddition } from './resolve-addition';
import { ResolveAgain } from './resolve-again';
import { ResolveCopy } from './resolve-copy';
import { ResolveFields } from './resolve-fields';
import { ResolverFrame } from './resolver-frame';
import { sayValue } from '@/features/outbox/say-value';
import { useDecide } from './use-decide';

interface ResolverDialogProps {
  /** As it is when the dialog opens: a decision is about what was looked at. */
  op: Op;
  onClose: () => void;
}

/** Asks what becomes of a change that clashes with what others did. */
export function ResolverDialog({ op, onClose }: ResolverDialogProps) {
  const { t } = useTranslation();
  const conflict = conflictOf(op);
  const taken = useTakenCodes(op);
  const { decide, storing } = useDecide(op, onClose);
  const frame = {
    op,
    storing,
    onClose,
    onGiveUp: () => void decide({ to: 'theirs' }),
  };
  switch (conflict?.kind) {
    case undefined:
      return null;
    case 'fields':
      return (
        <ResolveFields
          {...frame}
          conflict={conflict}
          taken={taken}
          onDecide={(decision) => void decide(decision)}
        />
      );
    case 'deletion': {
      const { name, phone } = conflict.theirs;
      return (
        <ResolverFrame
          {...frame}
          about={t('outbox.resolve.about.deletion')}
          submit={{ label: t('outbox.resolve.deleteAnyway'), danger: true }}
          onSubmit={() => void decide({ to: 'settle', mine: [] })}
        >
          <p>
            {t('outbox.resolve.now', {
              name: sayValue(name, t),
              phone: sayValue(phone, t),
            })}
          </p>
        </ResolverFrame>
      );
    }
    case 'gone':
      if (conflict.as === 'observer') {
        return (
          <ResolveAgain
            {...frame}
            onDecide={(decision) => void decide(decision)}
          />
        );
      }
      if (conflict.as === undefined) {
        return (
          <ResolverFrame {...frame} about={t('outbox.resolve.about.gone')} />
        );
      }
      break;
    case 'addition':
      return (
        <ResolveAddition
          {...frame}
          conflict={conflict}
          onDecide={(decision) => void decide(decision)}
        />
      );
    case 'codeTaken':
      break;
  }
  return (
    <ResolveCopy
      {...frame}
      taken={taken}
      onDecide={(decision) => void decide(decision)}
    />
  );
}
