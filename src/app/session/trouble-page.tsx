import { useSnapshot } from 'valtio';

import { userKeyOf } from '@/data/session/session';
import type { User } from '@/domain/user';
import { works } from '@/state/unsent-of-users';
import { actorOf } from '@/state/session';
import { Button } from '@/ui/button';

import { FullPage } from '@/app/shell/pages/full-page';
import { useTranslation } from '@/ui/texts';
import type { Trouble } from './troubles';

interface TroublePageProps {
  trouble: Trouble;
  user: User;
}

/**
 * A database that cannot be used any more is said, over everything: an empty
 * list in its place would be a lie. So is work that went with it.
 */
export function TroublePage({ trouble, user }: TroublePageProps) {
  const { t } = useTranslation();
  const { byUser } = useSnapshot(works);
  const work = byUser[userKeyOf(actorOf(user))];
  const { lost = 0, unsent = 0, local = 0, lostLocal = 0 } = work ?? {};
  const gone = lost + unsent;
  const goneLocal = lostLocal + local;
  return (
    <FullPage
      title={t(`shell.trouble.${trouble}.title`)}
      actions={
        <Button variant="primary" icon="sync" onClick={() => location.reload()}>
          {t('common.reload')}
        </Button>
      }
    >
      {trouble === 'deleted' && gone > 0 ? (
        <p className="strong">{t('shell.lost.title', { count: gone })}</p>
      ) : null}
      {trouble === 'deleted' && goneLocal > 0 ? (
        <p className="strong">{t('shell.lost.local', { count: goneLocal })}</p>
      ) : null}
      <p>{t(`shell.trouble.${trouble}.text`)}</p>
    </FullPage>
  );
}
