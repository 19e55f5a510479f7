import { useState } from 'react';

import { CodeField } from '@/components/code-field';
import { failureText } from '@/components/failure';
import type { Loaded } from '@/data/live/use-loaded';
import { removeSecondFactor, renewRecoveryCodes } from '@/data/second-factor';
import type { SecondFactor } from '@/domain/account';
import { Button } from '@/ui/button';
import { LoadState } from '@/ui/feedback/load-state';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { Panel } from '@/ui/layout/panel';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

import styles from '@/features/accounts/accounts.module.css';
import { AskingForm, OwnPassword } from './asking-form';
import { RecoveryCodes } from './recovery-codes';
import own from './second-factor.module.css';
import { SetUp } from './set-up';
import { useAsking } from './use-asking';

interface SecondFactorPanelProps {
  loaded: Loaded<SecondFactor>;
}

/** The second factor of the own account: set up, new recovery codes, taken off. */
export function SecondFactorPanel({ loaded }: SecondFactorPanelProps) {
  const { t } = useTranslation();
  const { value, failure, isLoading, reload } = loaded;
  return (
    <Panel aria-label={t('secondFactor.title')} className={styles.panel}>
      <h2>{t('secondFactor.title')}</h2>
      <LoadState
        rows={value && [value]}
        knownEmpty={value !== undefined}
        pulling={isLoading}
        failure={
          failure && {
            title: t('secondFactor.failed'),
            text: failureText(failure, t),
          }
        }
        skeleton={<SkeletonRows rows={2} />}
        empty={null}
        retryLabel={t('common.retry')}
        onRetry={reload}
        loadingLabel={t('common.loading')}
      >
        {([state]) =>
          state === undefined ? null : (
            <Steps state={state} onChanged={reload} />
          )
        }
      </LoadState>
    </Panel>
  );
}

type Step = 'setUp' | 'renew' | 'remove';

interface StepsProps {
  state: SecondFactor;
  onChanged: () => void;
}

/** What is on, or the one thing that is being done about it. */
function Steps({ state, onChanged }: StepsProps) {
  const { t } = useTranslation();
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);

  function handleDone(text?: string) {
    close();
    onChanged();
    if (text !== undefined) showToast({ tone: 'done', text });
  }

  if (step === 'setUp')
    return <SetUp onDone={() => handleDone()} onCancel={close} />;
  if (step === 'renew')
    return <Renew onDone={() => handleDone()} onCancel={close} />;
  if (step === 'remove')
    return (
      <Remove
        onDone={() => handleDone(t('secondFactor.removed'))}
        onCancel={close}
      />
    );
  if (!state.isOn)
    return (
      <>
        <p className="muted">{t('secondFactor.offText')}</p>
        <div>
          <Button variant="primary" onClick={() => setStep('setUp')}>
            {t('secondFactor.turnOn')}
          </Button>
        </div>
      </>
    );
  return (
    <>
      <p>{t('secondFactor.onText')}</p>
      <p className="muted">
        {t('secondFactor.codesLeft', { count: state.recoveryCodes })}
      </p>
      <div className={own.actions}>
        <Button onClick={() => setStep('renew')}>
          {t('secondFactor.renew')}
        </Button>
        <Button onClick={() => setStep('remove')}>
          {t('secondFactor.turnOff')}
        </Button>
      </div>
    </>
  );
}

interface StepProps {
  onDone: () => void;
  onCancel: () => void;
}

function Renew({ onDone, onCancel }: StepProps) {
  const { t } = useTranslation();
  const asking = useAsking(false);
  const [code, setCode] = useState('');
  const [codes, setCodes] = useState<string[]>();

  async function handleAsk() {
    setCodes(await asking.ask(() => renewRecoveryCodes(code)));
  }

  if (codes !== undefined)
    return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <AskingForm
      asking={asking}
      text={t('secondFactor.renewText')}
      label={t('secondFactor.renew')}
      isComplete={code.trim() !== ''}
      onAsk={() => void handleAsk()}
      onCancel={onCancel}
    >
      <CodeField
        value={code}
        problem={asking.problem}
        onChange={({ target }) => setCode(target.value)}
      />
    </AskingForm>
  );
}

function Remove({ onDone, onCancel }: StepProps) {
  const { t } = useTranslation();
  const asking = useAsking(true);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');

  async function handleAsk() {
    const left = await asking.ask(() => removeSecondFactor(password, code));
    if (left) onDone();
  }

  return (
    <AskingForm
      asking={asking}
      text={t('secondFactor.removeText')}
      label={t('secondFactor.turnOff')}
      danger
      isComplete={password !== '' && code.trim() !== ''}
      onAsk={() => void handleAsk()}
      onCancel={onCancel}
    >
      <OwnPassword asking={asking} value={password} onValue={setPassword} />
      <CodeField
        value={code}
        problem={asking.problem}
        onChange={({ target }) => setCode(target.value)}
      />
    </AskingForm>
  );
}
