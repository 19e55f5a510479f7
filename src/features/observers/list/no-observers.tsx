import { Button } from '@/ui/button';
import { State } from '@/ui/feedback/state';
import { useTranslation } from '@/ui/texts';

import type { ObserverFilter } from './use-observer-query';

interface NoObserversProps {
  filter: ObserverFilter;
  onReset: () => void;
  /** How many were searched, when the server has more. */
  among?: number | undefined;
}

/**
 * No results, what was asked for, and a way to try again (docs/specification.md
 * 2).
 */
export function NoObservers(props: NoObserversProps) {
  const { filter, onReset, among } = props;
  const { t } = useTranslation();
  const wanted = [filter.name, filter.phone]
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join(', ');
  if (wanted === '') {
    return <State icon="user" title={t('observers.none')} />;
  }
  return (
    <State
      icon="search"
      title={t('observers.noneFound', { wanted })}
      actions={
        <Button small onClick={onReset}>
          {t('common.reset')}
        </Button>
      }
    >
      {among === undefined ? null : t('observers.among', { count: among })}{' '}
      {t('observers.tryAgain')}
    </State>
  );
}
