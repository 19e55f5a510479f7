import { Count } from '@/ui/marks/count';
import { Icon } from '@/ui/icon';
import { useTranslation } from '@/ui/texts';

import type { News } from './settled-rows';
import styles from './thread-list.module.css';

interface NewsPillProps {
  news: News | undefined;
  /** Rows of a page: when all of them are news there may be more. */
  pageSize: number;
  onShow: () => void;
}

/**
 * "3 new, 1 changed: show" over the list, instead of rows that jump. That
 * there is news is said once; the numbers behind it may grow in silence.
 */
export function NewsPill({ news, pageSize, onShow }: NewsPillProps) {
  const { t } = useTranslation();
  const isCounted = news !== undefined && news.fresh + news.changed > 0;
  return (
    <>
      <output className="visually-hidden">
        {news === undefined ? null : t('answers.news.announce')}
      </output>
      {news === undefined ? null : (
        <button type="button" className={styles.news} onClick={onShow}>
          {news.fresh > 0 ? (
            <Count tone="new">
              {news.fresh < pageSize
                ? t('answers.news.fresh', { count: news.fresh })
                : t('answers.news.freshOrMore', { count: news.fresh })}
            </Count>
          ) : null}
          {news.changed > 0 ? (
            <span>{t('answers.news.changed', { count: news.changed })}</span>
          ) : null}
          {isCounted ? null : <span>{t('answers.news.moved')}</span>}
          <span className={styles.newsAct}>
            <Icon name="up" small />
            {t('answers.news.show')}
          </span>
        </button>
      )}
    </>
  );
}
