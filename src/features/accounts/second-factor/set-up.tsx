import { useState } from 'react';

import { CodeField } from '@/components/code-field';
import { beginSecondFactor, confirmSecondFactor } from '@/data/second-factor';
import type { NewSecondFactor } from '@/domain/account';
import { latePart, useLatePart } from '@/ui/overlay/late-part';
import { useTranslation } from '@/ui/texts';

import { AskingForm, OwnPassword } from './asking-form';
import { RecoveryCodes } from './recovery-codes';
import styles from './second-factor.module.css';
import { useAsking } from './use-asking';

const qrCode = latePart(() => import('@/ui/qr-code'));

interface SetUpProps {
  /** The second factor counts, and the recovery codes were kept. */
  onDone: () => void;
  onCancel?: (() => void) | undefined;
}

/** Sets a second factor up: the password, the secret with a first code, the recovery codes. */
export function SetUp({ onDone, onCancel }: SetUpProps) {
  const [begun, setBegun] = useState<NewSecondFactor>();
  const [codes, setCodes] = useState<string[]>();
  if (codes !== undefined)
    return <RecoveryCodes codes={codes} onDone={onDone} />;
  return begun === undefined ? (
    <Begin onBegun={setBegun} onCancel={onCancel} />
  ) : (
    <Confirm begun={begun} onCodes={setCodes} onCancel={onCancel} />
  );
}

interface BeginProps {
  onBegun: (begun: NewSecondFactor) => void;
  onCancel: (() => void) | undefined;
}

function Begin({ onBegun, onCancel }: BeginProps) {
  const { t } = useTranslation();
  const asking = useAsking(true);
  const [password, setPassword] = useState('');

  async function handleAsk() {
    const begun = await asking.ask(() => beginSecondFactor(password));
    if (begun) onBegun(begun);
  }

  return (
    <AskingForm
      asking={asking}
      text={t('secondFactor.beginText')}
      label={t('secondFactor.next')}
      isComplete={password !== ''}
      onAsk={() => void handleAsk()}
      onCancel={onCancel}
    >
      <OwnPassword asking={asking} value={password} onValue={setPassword} />
    </AskingForm>
  );
}

interface ConfirmProps {
  begun: NewSecondFactor;
  onCodes: (codes: string[]) => void;
  onCancel: (() => void) | undefined;
}

function Confirm({ begun, onCodes, onCancel }: ConfirmProps) {
  const { t } = useTranslation();
  const asking = useAsking(false);
  const [code, setCode] = useState('');
  const QrCode = useLatePart(qrCode, true)?.QrCode;

  async function handleAsk() {
    const codes = await asking.ask(() => confirmSecondFactor(code));
    if (codes) onCodes(codes);
  }

  return (
    <AskingForm
      asking={asking}
      text={t('secondFactor.scanText')}
      label={t('secondFactor.turnOn')}
      isComplete={code.trim() !== ''}
      onAsk={() => void handleAsk()}
      onCancel={onCancel}
    >
      <div className={styles.qr}>
        {QrCode ? (
          <QrCode text={begun.uri} label={t('secondFactor.qr')} />
        ) : null}
      </div>
      <p>
        {t('secondFactor.orType')}{' '}
        <span className={styles.secret}>{inGroups(begun.secret)}</span>
      </p>
      <CodeField
        isOfApp
        value={code}
        problem={asking.problem}
        onChange={({ target }) => setCode(target.value)}
      />
    </AskingForm>
  );
}

/** Apps ignore the blanks; eyes do not lose their place. */
function inGroups(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ');
}
