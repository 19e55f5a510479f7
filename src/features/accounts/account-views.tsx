import { useOffers } from '@/data/offers';
import { paths } from '@/paths';
import { Segments } from '@/ui/field/segments';
import { useTranslation } from '@/ui/texts';

export type AccountView = 'account' | 'organisation' | 'token';

/** The views of `/accounts`: tokens only where the server offers them. */
export function AccountViews({ current }: { current: AccountView }) {
  const { t } = useTranslation();
  const hasTokens = useOffers().has('feed');
  const items = [
    {
      label: t('accounts.accounts'),
      href: paths.accounts(),
      current: current === 'account',
    },
    {
      label: t('accounts.organisations'),
      href: paths.accounts('organisation'),
      current: current === 'organisation',
    },
    {
      label: t('accounts.tokens.title'),
      href: paths.accounts('token'),
      current: current === 'token',
    },
  ];
  return (
    <Segments
      label={t('accounts.views')}
      items={hasTokens ? items : items.slice(0, 2)}
    />
  );
}
