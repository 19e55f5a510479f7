import { useRef } from 'react';

import { CopiedField } from '@/components/copied-field';
import { useCopying } from '@/components/copying';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { useTranslation } from '@/ui/texts';

interface ShownTokenProps {
  token: string;
  onClose: () => void;
}

/** A token that was just made: nobody can read it again. */
export function ShownToken({ token, onClose }: ShownTokenProps) {
  const { t } = useTranslation();
  const { field, copy } = useCopying(token, {
    copied: t('accounts.tokens.copied'),
    notCopied: t('accounts.tokens.notCopied'),
  });
  const button = useRef<HTMLButtonElement>(null);

  return (
    <Dialog
      open
      question
      onClose={onClose}
      initialFocus={button}
      title={t('accounts.tokens.made')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          <Button ref={button} variant="primary" onClick={() => void copy()}>
            {t('accounts.tokens.copy')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t('accounts.tokens.once')}</p>
        <CopiedField
          ref={field}
          label={t('accounts.tokens.token')}
          value={token}
        />
      </div>
    </Dialog>
  );
}
