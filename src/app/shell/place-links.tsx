import { Fragment } from 'react';
import { useLocation } from 'react-router-dom';

import { config } from '@/config';
import { Count } from '@/ui/marks/count';
import { formatNumber } from '@/ui/format';
import { Icon } from '@/ui/icon';
import { Link } from '@/ui/link';
import { useTranslation } from '@/ui/texts';

import styles from './place-links.module.css';
import { isCurrent, places } from './places';

interface PlaceLinksProps {
  /** Urgent threads, as the server counted them; undefined: never told. */
  urgent: number | undefined;
}

/** The places as one line of links, for screens that are wide enough. */
export function PlaceLinks({ urgent }: PlaceLinksProps) {
  const { t, i18n } = useTranslation();
  const { pathname } = useLocation();
  return (
    <nav className={styles.nav} aria-label={t('shell.nav')}>
      <ul className={styles.places}>
        {places.map((place) => (
          <Fragment key={place.key}>
            <li>
              <Link
                className={styles.place}
                href={place.href}
                aria-current={isCurrent(place, pathname) ? 'page' : undefined}
              >
                {t(`shell.places.${place.key}`)}
                {place.key === 'answers' && urgent !== undefined ? (
                  <Count
                    tone="flagged"
                    label={t('shell.urgent', { count: urgent })}
                  >
                    {formatNumber(urgent, i18n.language)}
                  </Count>
                ) : null}
              </Link>
            </li>
            {place.key === 'observers' ? (
              <li>
                <a
                  className={styles.place}
                  href={config.observerGuideUrl}
                  target="_blank"
                  rel="noopener"
                >
                  {t('shell.places.guide')}
                  <Icon name="external" small label={t('common.newTab')} />
                </a>
              </li>
            ) : null}
          </Fragment>
        ))}
      </ul>
    </nav>
  );
}
