import { useTranslation } from '@/ui/texts';

/**
 * The words of a pagination bar (docs/specification.md 2); `nav` is its name.
 */
export function usePaginationLabels(nav: string) {
  const { t } = useTranslation();
  return {
    nav,
    first: t('common.pagination.first'),
    previous: t('common.pagination.previous'),
    next: t('common.pagination.next'),
    last: t('common.pagination.last'),
    page: (page: number) => t('common.pagination.page', { page }),
    showing: (start: number, end: number, total: number) =>
      t('common.pagination.showing', { start, end, total }),
  };
}
