import { useSnapshot } from 'valtio';

import { LANGUAGES } from '@/config';
import { useOffersOfMenu } from '@/data/offers';
import { paths } from '@/paths';
import { session } from '@/state/session';
import { preferences } from '@/state/preferences';
import {
  MenuItem,
  MenuLink,
  MenuRadioGroup,
  MenuSeparator,
} from '@/ui/overlay/menu-items';
import { showToast } from '@/ui/overlay/toaster';

import { askToInstall, install } from '@/app/update/install';
import { useTranslation } from '@/ui/texts';
import { LANGUAGE_NAMES } from './language-names';
import type { ShellWindowName } from './shell-window';
import { useLanguage } from './use-language';

export interface AccountProps {
  onOpen: (window: ShellWindowName) => void;
  onLogOut: () => void;
}

/** Theme, density and the way out: the items of the user menu. */
export function AccountItems({ onOpen, onLogOut }: AccountProps) {
  const { t } = useTranslation();
  const { theme, density } = useSnapshot(preferences);
  const offers = useOffersOfMenu();
  const isOrganizer = useSnapshot(session).user?.organizer === true;
  const canInstall = useSnapshot(install).offer !== undefined;
  return (
    <>
      <MenuRadioGroup
        label={t('shell.theme.label')}
        value={theme}
        items={[
          { value: 'system', label: t('shell.theme.system') },
          { value: 'light', label: t('shell.theme.light') },
          { value: 'dark', label: t('shell.theme.dark') },
        ]}
        onChange={(next) => {
          preferences.theme = next;
        }}
      />
      <MenuSeparator />
      <MenuRadioGroup
        label={t('shell.density.label')}
        value={density}
        items={[
          { value: 'comfortable', label: t('shell.density.comfortable') },
          { value: 'compact', label: t('shell.density.compact') },
        ]}
        onChange={(next) => {
          preferences.density = next;
        }}
      />
      <MenuSeparator />
      <MenuItem icon="search" onSelect={() => onOpen('palette')}>
        {t('palette.open')}
      </MenuItem>
      <MenuItem icon="keyboard" onSelect={() => onOpen('keys')}>
        {t('shell.keys.title')}
      </MenuItem>
      {canInstall ? (
        <MenuItem icon="download" onSelect={() => void askToInstall()}>
          {t('shell.install')}
        </MenuItem>
      ) : null}
      {offers.has('sessions') ? (
        <MenuLink icon="user" href={paths.myAccount}>
          {t('account.title')}
        </MenuLink>
      ) : null}
      {isOrganizer && offers.has('accounts') ? (
        <MenuLink icon="key" href={paths.accounts()}>
          {t('accounts.title')}
        </MenuLink>
      ) : null}
      {isOrganizer && offers.has('audit') ? (
        <MenuLink icon="clock" href={paths.audit}>
          {t('audit.title')}
        </MenuLink>
      ) : null}
      <MenuSeparator />
      <MenuItem icon="logout" onSelect={onLogOut}>
        {t('shell.logout.item')}
      </MenuItem>
    </>
  );
}

export function LanguageItems() {
  const { t } = useTranslation();
  const { language, choose } = useLanguage();
  return (
    <MenuRadioGroup
      label={t('shell.language')}
      value={language}
      items={LANGUAGES.map((value) => ({
        value,
        label: LANGUAGE_NAMES[value],
        lang: value,
      }))}
      onChange={(next) => {
        void choose(next).then((isDone) => {
          if (!isDone) {
            showToast({ tone: 'refused', text: t('shell.languageFailed') });
          }
        });
      }}
    />
  );
}
