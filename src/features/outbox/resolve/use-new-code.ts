import { useState } from 'react';

import { suggestFormCode } from '@/domain/forms/codes';
import type { Op } from '@/domain/outbox/op';
import { isKind } from '@/domain/outbox/op';
import { useTranslation } from '@/ui/texts';

/**
 * The code under which a form is sent as another one, and why that code cannot
 * be used. Until the user types, it is the form's code when that is free, else
 * the next one. `taken` is undefined until the codes are read.
 */
export function useNewCode(op: Op, taken: ReadonlySet<string> | undefined) {
  const { t } = useTranslation();
  const [typed, setCode] = useState<string>();
  const own =
    isKind(op, 'form.create') || isKind(op, 'form.update')
      ? op.args.input.code
      : '';
  const free = taken?.has(own) ? suggestFormCode(own, [...taken]) : own;
  const code = typed ?? free;
  const error =
    code.trim() === ''
      ? t('outbox.resolve.codeRequired')
      : taken?.has(code.trim())
        ? t('outbox.resolve.codeTaken')
        : undefined;
  const reason = taken ? error : t('common.loading');
  return { code, setCode, error, reason };
}
