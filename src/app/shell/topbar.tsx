import type { SyncStatus } from '@/data/sync-status';
import { useThreadTotals } from '@/data/threads/threads';
import type { User } from '@/domain/user';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Menu } from '@/ui/overlay/menu';
import { Link } from '@/ui/link';
import { useTranslation } from '@/ui/texts';

import type { AccountProps } from './account-items';
import { AccountItems, LanguageItems } from './account-items';
import { useAppBadge } from '@/app/status/app-badge';
import { BrandMark } from './brand-mark';
import { PlaceLinks } from './place-links';
import { PlaceMenu } from './place-menu';
import { SyncBadge } from '@/app/status/sync-badge';
import styles from './topbar.module.css';
import { currentLanguage } from '@/app/i18n';

interface TopbarProps extends AccountProps {
  user: User;
  status: SyncStatus | undefined;
}

/**
 * The top navigation (docs/specification.md 2): places, sync status, language,
 * account.
 */
export function Topbar({ user, status, ...account }: TopbarProps) {
  const { t } = useTranslation();
  const language = currentLanguage();
  const { urgent } = useThreadTotals();
  useAppBadge(urgent);
  return (
    <header className={styles.topbar}>
      <Link className={styles.brand} href="/">
        <BrandMark />
        {t('common.appName')}
        <span className="visually-hidden">{t('shell.home')}</span>
      </Link>
      <PlaceMenu {...account} />
      <PlaceLinks urgent={urgent} />
      <div className={styles.tools}>
        <SearchButton onOpen={account.onOpen} />
        <SyncBadge status={status} />
        <Menu
          trigger={
            <Button variant="quiet" small className={styles.language}>
              <span className="visually-hidden">{t('shell.language')} </span>
              {language.toUpperCase()}
              <Icon name="down" small />
            </Button>
          }
        >
          <LanguageItems />
        </Menu>
        <Menu
          trigger={
            <Button variant="quiet" small className={styles.user}>
              <Icon name="user" />
              <span className="visually-hidden">{t('shell.account')} </span>
              <span className={`ellipsis ${styles.name}`}>{user.sub}</span>
              <Icon name="down" small />
            </Button>
          }
        >
          <AccountItems {...account} />
        </Menu>
      </div>
    </header>
  );
}

/** A field in its looks: the palette has the one to type in. */
function SearchButton({ onOpen }: Pick<AccountProps, 'onOpen'>) {
  const { t } = useTranslation();
  return (
    <Button
      small
      icon="search"
      className={styles.search}
      aria-keyshortcuts="/ Control+K"
      onClick={() => onOpen('palette')}
    >
      <span className={styles.searchWords}>{t('palette.find')}</span>
    </Button>
  );
}
