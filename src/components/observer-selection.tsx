import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';

import type { CacheShare } from '@/domain/cache-share';
import type { Observer } from '@/domain/observers/observer';
import { paths } from '@/paths';
import { Button } from '@/ui/button';
import { SelectionBar } from '@/ui/table/selection-bar';
import { useTranslation } from '@/ui/texts';

import { cacheShareText } from './cache-share';
import { useOrganizerOnly } from './use-organizer-only';

type Chosen = Pick<Observer, 'id'>;

interface ObserverSelectionProps {
  chosen: readonly Chosen[];
  /** What the filter found. */
  found: readonly Chosen[];
  /** How much of the list was searched; undefined when it is whole. */
  cacheShare: CacheShare | undefined;
  onSelect: (keys: ReadonlySet<string>) => void;
  /** What else is done with the selected ones: buttons. */
  children?: ReactNode | undefined;
}

/**
 * The bar at the bottom while observers are selected: how many, all that
 * match, and sending them a notification (docs/specification.md 2, "Data
 * table"; the delete action that it hides is not there).
 */
export function ObserverSelection(props: ObserverSelectionProps) {
  const { chosen, found, cacheShare, onSelect } = props;
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const notAllowed = useOrganizerOnly();
  if (chosen.length === 0) return null;
  const clear = () => onSelect(new Set());
  // Observers that the server has not numbered yet cannot get a notification.
  const ids = chosen.map(({ id }) => id).filter((id) => id > 0);
  const leftOut = chosen.length - ids.length;
  return (
    <SelectionBar
      label={t('observers.selection.label')}
      text={
        <>
          <span>
            {t('observers.selection.count', { count: chosen.length })}
          </span>
          {leftOut > 0 && ids.length > 0 ? (
            <span className="small muted">
              {` (${t('observers.selection.leftOut', { count: leftOut })})`}
            </span>
          ) : null}
        </>
      }
      more={
        chosen.length < found.length ? (
          <Button
            variant="link"
            onClick={() => onSelect(new Set(found.map(({ id }) => String(id))))}
          >
            {t('observers.selection.all', { count: found.length })}
            {cacheShare
              ? ` (${cacheShareText(cacheShare, t, i18n.language)})`
              : null}
          </Button>
        ) : undefined
      }
      clearLabel={t('observers.selection.clear')}
      onClear={clear}
    >
      {props.children}
      <Button
        variant="primary"
        icon="send"
        reason={
          notAllowed ?? (ids.length > 0 ? undefined : t('observers.unsettled'))
        }
        onClick={() => {
          clear();
          void navigate(paths.newNotification(ids));
        }}
      >
        {t('observers.notify')}
      </Button>
    </SelectionBar>
  );
}
