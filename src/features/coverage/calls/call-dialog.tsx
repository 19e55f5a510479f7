import type { FormEvent } from 'react';
import { useId, useState } from 'react';

import { CallList } from '@/components/calls/call-list';
import { useStoring } from '@/components/use-storing';
import { markCalled, useCallLogs } from '@/data/coverage/calls';
import type { CallOutcome } from '@/domain/calls/call';
import { CALL_NOTE_MAX, CALL_OUTCOMES } from '@/domain/calls/call';
import { Button } from '@/ui/button';
import { Field, Radio, TextInput } from '@/ui/field/field';
import { Dialog } from '@/ui/overlay/dialog';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

import styles from './call-dialog.module.css';

/** Whom a call is noted for. */
export interface Called {
  id: number;
  name: string;
}

interface CallDialogProps {
  /** At least one. */
  called: readonly Called[];
  onClose: () => void;
}

/** So many names are written out; of the others, how many they are. */
const NAMES_SHOWN = 12;

/** Asks how the calls to one observer or to several ended, and stores that. */
export function CallDialog({ called, onClose }: CallDialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const storing = useStoring();
  const [outcome, setOutcome] = useState<CallOutcome>();
  const [note, setNote] = useState('');
  const count = called.length;
  const name = called[0]?.name ?? '';
  const reason = outcome === undefined ? t('calls.choose') : undefined;

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (outcome === undefined) return;
    const ids = called.map(({ id }) => id);
    const isStored = await storing.store(() =>
      markCalled(ids, { outcome, note }),
    );
    if (!isStored) return;
    showToast({ tone: 'done', text: t('calls.saved', { count, name }) });
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      storing={storing}
      title={t('calls.title', { count, name })}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" reason={reason}>
            {t('calls.save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="stack"
        onSubmit={(event) => void handleSubmit(event)}
      >
        {count > 1 ? <Names called={called} /> : null}
        <fieldset className={styles.outcomes}>
          <legend className="strong">{t('calls.ended')}</legend>
          {CALL_OUTCOMES.map((each) => (
            <Radio
              key={each}
              name={formId}
              checked={outcome === each}
              onChange={() => setOutcome(each)}
            >
              {t(`calls.outcome.${each}`)}
            </Radio>
          ))}
        </fieldset>
        <Field label={t('calls.note')}>
          <TextInput
            value={note}
            maxLength={CALL_NOTE_MAX}
            autoComplete="off"
            onChange={({ target }) => setNote(target.value)}
          />
        </Field>
      </form>
      {called.length === 1
        ? called.map(({ id }) => <Earlier key={id} id={id} />)
        : null}
    </Dialog>
  );
}

function Names({ called }: Pick<CallDialogProps, 'called'>) {
  const { t } = useTranslation();
  const more = called.length - NAMES_SHOWN;
  return (
    <p className={styles.names}>
      {called
        .slice(0, NAMES_SHOWN)
        .map(({ name }) => name)
        .join(', ')}
      {more > 0 ? ` ${t('calls.more', { count: more })}` : null}
    </p>
  );
}

/** The calls to the observer so far; nothing until they are read. */
function Earlier({ id }: { id: number }) {
  const { t } = useTranslation();
  const logs = useCallLogs();
  if (!logs) return null;
  const log = logs.get(id) ?? [];
  return (
    <section className={styles.earlier} aria-label={t('calls.earlier')}>
      <h3 className="strong">{t('calls.earlier')}</h3>
      {log.length === 0 ? (
        <p className="muted">{t('calls.none')}</p>
      ) : (
        <CallList log={log} />
      )}
    </section>
  );
}
