import { Fragment } from 'react';
import { useLocation } from 'react-router-dom';

import { config } from '@/config';
import { Button } from '@/ui/button';
import { Menu } from '@/ui/overlay/menu';
import { MenuLink, MenuSeparator } from '@/ui/overlay/menu-items';
import { useTranslation } from '@/ui/texts';
import { PHONE, useMedia } from '@/ui/use-media';

import type { AccountProps } from './account-items';
import { AccountItems, LanguageItems } from './account-items';
import styles from './place-menu.module.css';
import { isCurrent, places } from './places';

/** The places behind a button, and on a narrow screen language and account with them. */
export function PlaceMenu(account: AccountProps) {
  const { t } = useTranslation();
  return (
    <Menu
      align="start"
      trigger={
        <Button
          variant="quiet"
          icon="menu"
          aria-label={t('shell.menu')}
          className={styles.button}
        >
          <span className={styles.word}>{t('shell.menu')}</span>
        </Button>
      }
    >
      <PlaceItems {...account} />
    </Menu>
  );
}

function PlaceItems(account: AccountProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const isNarrow = useMedia(PHONE);
  return (
    <>
      {places.map((place) => (
        <Fragment key={place.key}>
          <MenuLink
            href={place.href}
            icon={place.icon}
            current={isCurrent(place, pathname)}
          >
            {t(`shell.places.${place.key}`)}
          </MenuLink>
          {place.key === 'observers' ? (
            <MenuLink
              href={config.observerGuideUrl}
              target="_blank"
              icon="external"
            >
              {t('shell.places.guide')}
              <span className="visually-hidden"> {t('common.newTab')}</span>
            </MenuLink>
          ) : null}
        </Fragment>
      ))}
      {isNarrow ? (
        <>
          <MenuSeparator />
          <LanguageItems />
          <MenuSeparator />
          <AccountItems {...account} />
        </>
      ) : null}
    </>
  );
}
