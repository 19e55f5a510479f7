import type { TFunction } from 'i18next';

import type { FormMeta } from '@/domain/forms/form';
import type { Overlaid } from '@/domain/outbox/overlay';
import { PendingWords } from '@/components/pending-words';
import { paths } from '@/paths';
import type { Column } from '@/ui/table/data-table';
import { Link } from '@/ui/link';
import { Mark } from '@/ui/marks/mark';

import { FormActions } from './form-actions';
import { formName } from '@/features/forms/form-name';
import styles from './form-table.module.css';
import { Grip } from '@/features/forms/sorting/grip';

type Row = Overlaid<FormMeta>;

interface ColumnTools {
  t: TFunction;
  /** What the window has room for. */
  room: { isUpright: boolean; isPhone: boolean };
  onStep: (id: number, by: -1 | 1) => void;
  onPublish: (form: Row) => void;
  onDelete: (form: Row) => void;
}

/**
 * The columns of the forms list (docs/specification.md 2): title, which is the
 * description, code, diaspora, actions; before them the handle of the row.
 */
export function formColumns(tools: ColumnTools): Column<Row>[] {
  const { t, room, onStep, onPublish, onDelete } = tools;
  const { isUpright, isPhone } = room;
  const columns: Column<Row>[] = [
    {
      key: 'grip',
      header: <span className="visually-hidden">{t('forms.order')}</span>,
      width: '3.25rem',
      cell: (form) => (
        <Grip
          id={String(form.id)}
          name={t('forms.move', { name: formName(form) })}
          onStep={(by) => onStep(form.id, by)}
        />
      ),
    },
    {
      key: 'description',
      header: t('forms.title'),
      rowHeader: true,
      cell: (form) => (
        <span className={styles.name}>
          <Link
            href={paths.form(form.id)}
            className={isPhone ? undefined : 'ellipsis'}
          >
            {form.description.trim() || t('forms.unnamed')}
          </Link>
          {isPhone && form.diaspora ? (
            <Mark icon="globe">{t('forms.diaspora')}</Mark>
          ) : null}
          <PendingWords pending={form.pending} />
        </span>
      ),
    },
    {
      key: 'code',
      header: t('forms.code'),
      width: isUpright ? '4.5rem' : '7rem',
      cell: (form) => form.code,
    },
    {
      key: 'diaspora',
      header: t('forms.diaspora'),
      width: '7rem',
      cell: (form) =>
        form.diaspora ? <Mark icon="check">{t('common.yes')}</Mark> : null,
    },
    {
      key: 'actions',
      header: <span className="visually-hidden">{t('forms.actions')}</span>,
      width: isPhone ? '4.5rem' : isUpright ? '11.5rem' : '27rem',
      end: true,
      cell: (form) => (
        <FormActions
          form={form}
          room={room}
          onPublish={onPublish}
          onDelete={onDelete}
        />
      ),
    },
  ];
  return isPhone ? columns.filter(({ key }) => key !== 'diaspora') : columns;
}
