import { useMemo, useState } from 'react';

import type { FormMeta } from '@/domain/forms/form';
import type { Overlaid } from '@/domain/outbox/overlay';
import { preferences } from '@/state/preferences';
import { DataTable } from '@/ui/table/data-table';
import { useTranslation } from '@/ui/texts';
import { PHONE, UPRIGHT, useMedia } from '@/ui/use-media';

import { formColumns } from './form-columns';
import { neighbourOf, orderAfterMove } from './form-order';
import styles from './form-table.module.css';
import { useSortable } from '@/features/forms/sorting/use-sortable';

type Row = Overlaid<FormMeta>;

interface FormTableProps {
  /** Name of the tab. */
  caption: string;
  /** In the order of this device. */
  rows: readonly Row[];
  onPublish: (form: Row) => void;
  onDelete: (form: Row) => void;
}

/**
 * The forms of one tab; rows can be dragged, and the order stays on this
 * device.
 */
export function FormTable(props: FormTableProps) {
  const { caption, rows, onPublish, onDelete } = props;
  const { t } = useTranslation();
  const room = { isUpright: useMedia(UPRIGHT), isPhone: useMedia(PHONE) };
  const [body, setBody] = useState<HTMLElement | null>(null);
  const ids = useMemo(() => rows.map(({ id }) => String(id)), [rows]);
  useSortable({
    container: body,
    ids,
    onMove: (id, beforeId) =>
      handleMove(
        Number(id),
        beforeId === undefined ? beforeId : Number(beforeId),
      ),
  });

  function handleMove(id: number, beforeId: number | undefined) {
    preferences.formOrder = orderAfterMove(
      rows,
      preferences.formOrder,
      id,
      beforeId,
    );
  }

  function handleStep(id: number, by: -1 | 1) {
    const beforeId = neighbourOf(rows, id, by);
    if (beforeId !== null) handleMove(id, beforeId);
  }

  const columns = formColumns({
    t,
    room,
    onStep: handleStep,
    onPublish,
    onDelete,
  });

  return (
    <div
      className={styles.table}
      ref={(root) => setBody(root?.querySelector('tbody') ?? null)}
    >
      <DataTable
        fixed
        minWidth={room.isUpright ? undefined : '56rem'}
        caption={caption}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => String(id)}
      />
    </div>
  );
}
