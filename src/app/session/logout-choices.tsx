import { useState } from 'react';

import type { LocalWork } from '@/data/device/local-work';
import { sumLocalWork } from '@/data/device/local-work';
import { useOutbox } from '@/data/outbox/outbox';
import { isOpen } from '@/domain/outbox/op';
import type { User } from '@/domain/user';
import { fold } from '@/domain/words';
import { LocalWorkWords } from '@/components/local-work-words';
import { useStoring } from '@/components/use-storing';
import { describeOp, kindOf } from '@/features/outbox/describe-op';
import { paths } from '@/paths';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Field, TextInput } from '@/ui/field/field';
import { Link } from '@/ui/link';
import { useTranslation } from '@/ui/texts';

import styles from './logout-choices.module.css';
import { logOut } from './session-life';
import type { Wiped } from './wipe';

/** What a logout would lose; counts are absent when the device could not be read. */
export interface Losses {
  unsent?: number | undefined;
  drafts?: number | undefined;
  /** What no change of the outbox sends. */
  local?: LocalWork | undefined;
  /** A form on screen holds input that is stored nowhere. */
  hasUnsaved: boolean;
}

interface LogoutChoicesProps {
  user: User;
  losses: Losses;
  onSend: () => void;
  onClose: () => void;
}

/**
 * The three ways out with unsent work: send it first, keep it locked here for
 * the next sign-in, or give it up, which takes a typed word.
 */
export function LogoutChoices(props: LogoutChoicesProps) {
  const { user, losses, onSend, onClose } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const storing = useStoring({ busy: t('shell.logout.busy') });
  const { unsent, drafts, local, hasUnsaved } = losses;
  const localCount = local ? sumLocalWork(local) : 0;
  const word = t('shell.logout.word');
  const isTyped = fold(typed.trim()) === fold(word);

  function leave(what: Wiped) {
    void storing.store(() => logOut(user, what));
  }

  return (
    <Dialog
      open
      question
      wide
      onClose={onClose}
      // The typed word is no work.
      storing={{ ...storing, discards: undefined }}
      title={t('shell.logout.title')}
      footer={<Button onClick={onClose}>{t('shell.logout.stay')}</Button>}
    >
      {unsent === undefined ? <p>{t('shell.logout.uncounted')}</p> : null}
      {unsent !== undefined && unsent > 0 ? (
        <>
          <p>{t('shell.logout.unsent', { count: unsent })}</p>
          <LogoutList />
        </>
      ) : null}
      {drafts !== undefined && drafts > 0 ? (
        <p>{t('shell.logout.drafts', { count: drafts })}</p>
      ) : null}
      {local && localCount > 0 ? (
        <>
          <LocalWorkWords work={local} />
          <p>
            <Link href={paths.outbox} onClick={onClose}>
              {t('outbox.save')}
            </Link>
          </p>
        </>
      ) : null}
      {hasUnsaved ? <p>{t('shell.logout.unsaved')}</p> : null}
      <ul className={styles.choices}>
        {unsent === 0 && !local?.waiting ? null : (
          <li>
            <p className="muted">{t('shell.logout.send.text')}</p>
            <Button variant="primary" icon="sync" onClick={onSend}>
              {t('shell.logout.send.button')}
            </Button>
          </li>
        )}
        <li>
          <p className="muted">{t('shell.logout.keep.text')}</p>
          <Button icon="lock" onClick={() => leave('cache')}>
            {t('shell.logout.keep.button')}
          </Button>
        </li>
        <li>
          <Field
            label={t('shell.logout.discard.label', { word })}
            hint={t('shell.logout.discard.text')}
          >
            <TextInput
              value={typed}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={({ target }) => setTyped(target.value)}
            />
          </Field>
          <Button
            variant="danger"
            reason={
              isTyped
                ? undefined
                : t('shell.logout.discard.typeFirst', { word })
            }
            onClick={() => leave('all')}
          >
            {t('shell.logout.discard.button', {
              count: (unsent ?? 0) + (drafts ?? 0) + localCount,
            })}
          </Button>
        </li>
      </ul>
    </Dialog>
  );
}

/** At most this many changes are named; the rest is counted. */
const NAMED = 5;

/** What would be lost, by name, oldest first. */
function LogoutList() {
  const { t } = useTranslation();
  const ops = useOutbox() ?? [];
  const open = ops
    .filter(({ state }) => isOpen(state))
    .sort((a, b) => a.seq - b.seq);
  const more = open.length - NAMED;
  return (
    <ul className="small">
      {open.slice(0, NAMED).map((op) => (
        <li key={op.opId}>
          {t(`outbox.kind.${kindOf(op)}`)} {describeOp(op).name}
        </li>
      ))}
      {more > 0 ? <li>{t('shell.logout.more', { count: more })}</li> : null}
    </ul>
  );
}
