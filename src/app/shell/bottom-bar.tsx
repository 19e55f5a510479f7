import { useLocation } from 'react-router-dom';

import { Icon } from '@/ui/icon';
import { Link } from '@/ui/link';
import { useTranslation } from '@/ui/texts';

import styles from './bottom-bar.module.css';
import { isCurrent, places } from './places';

/**
 * The four places that are used most, in reach of a thumb on a narrow screen.
 */
export function BottomBar() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  // Details take the whole height of a narrow screen and bring their own way back.
  if (pathname.includes('/details/')) return null;
  return (
    <nav className={styles.bar} aria-label={t('shell.shortNav')}>
      {places
        .filter(({ isFrequent }) => isFrequent)
        .map((place) => (
          <Link
            key={place.key}
            className={styles.place}
            href={place.href}
            aria-current={isCurrent(place, pathname) ? 'page' : undefined}
          >
            <Icon name={place.icon} className={styles.icon} />
            {t(`shell.places.${place.key}`)}
          </Link>
        ))}
    </nav>
  );
}
