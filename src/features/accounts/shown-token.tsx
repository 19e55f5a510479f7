import { useRef } from 'react';

import { Button } from '@/ui/button';
import { Field, TextInput } from '@/ui/field/field';
import { Dialog } from '@/ui/overlay/dialog';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

interface ShownTokenProps {
  token: string;
  onClose: () => void;
}

/** A token that was just made: nobody can read it again. */
export function ShownToken({ token, onClose }: ShownTokenProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const copy = useRef<HTMLButtonElement>(null);

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(token);
      showToast({ tone: 'done', text: t('accounts.tokens.copied') });
    } catch {
      // The browser refuses: it is selected, to be copied by hand.
      field.current?.select();
      showToast({ tone: 'waiting', text: t('accounts.tokens.notCopied') });
    }
  }

  return (
    <Dialog
      open
      question
      onClose={onClose}
      initialFocus={copy}
      title={t('accounts.tokens.made')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          <Button
            ref={copy}
            variant="primary"
            onClick={() => void handleCopy()}
          >
            {t('accounts.tokens.copy')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t('accounts.tokens.once')}</p>
        <Field label={t('accounts.tokens.token')}>
          <TextInput
            ref={field}
            readOnly
            translate="no"
            value={token}
            autoComplete="off"
            spellCheck={false}
            onFocus={({ target }) => target.select()}
          />
        </Field>
      </div>
    </Dialog>
  );
}
