import { isKind } from '@/domain/outbox/op';
import type { Decision } from '@/domain/outbox/resolution';
import { opFailureText } from '@/components/failure';
import { useTranslation } from '@/ui/texts';

import { CodeField } from './code-field';
import type { ResolverProps } from './resolver-frame';
import { ResolverFrame } from './resolver-frame';
import { useNewCode } from './use-new-code';

interface ResolveCopyProps extends ResolverProps {
  taken: ReadonlySet<string> | undefined;
  onDecide: (decision: Decision) => void;
}

/**
 * A form that the server has no longer, or whose code it gave to another one: it
 * goes out under a free code, or not at all.
 */
export function ResolveCopy({ taken, onDecide, ...frame }: ResolveCopyProps) {
  const { t } = useTranslation();
  const { op } = frame;
  const { reason, ...field } = useNewCode(op, taken);
  const isNew = isKind(op, 'form.create');
  // Of a creation, what the server has may be the form that it made.
  const madeSince = isNew && op.theirs ? opFailureText(op, t) : undefined;
  const clash = isNew
    ? t('outbox.resolve.about.codeTaken', { code: op.args.input.code })
    : t('outbox.resolve.about.gone');
  return (
    <ResolverFrame
      {...frame}
      about={madeSince ?? clash}
      submit={{
        label: t(isNew ? 'outbox.resolve.sendSo' : 'outbox.resolve.asDraft'),
        reason,
      }}
      onSubmit={() => onDecide({ to: 'copy', code: field.code.trim() })}
    >
      <CodeField {...field} />
    </ResolverFrame>
  );
}
