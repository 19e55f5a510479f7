import type { StaffAccount } from '@/domain/account';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { useTranslation } from '@/ui/texts';

import { SessionList } from './session-list';

interface AccountSessionsProps {
  account: StaffAccount;
  onClose: () => void;
}

/** Where another account is signed in, to end that. */
export function AccountSessions({ account, onClose }: AccountSessionsProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('accounts.sessionsOf', { name: account.account })}
      closeLabel={t('common.close')}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <SessionList accountId={account.id} />
    </Dialog>
  );
}
