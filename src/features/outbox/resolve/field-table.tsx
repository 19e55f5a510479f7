import { useId } from 'react';

import type { FieldRow } from '@/domain/outbox/conflict-view';
import { Radio } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';
import { PHONE, useMedia } from '@/ui/use-media';

import styles from './resolver.module.css';
import { sayValue } from '@/features/outbox/say-value';

export type Side = 'mine' | 'theirs';

interface FieldTableProps {
  rows: readonly FieldRow[];
  /** What was chosen so far, by field. */
  sides: Readonly<Record<string, Side>>;
  onChoose: (field: string, side: Side) => void;
}

const SIDES = ['mine', 'theirs'] as const;

/**
 * Before, mine, theirs and what stays; a choice where both changed the same. A
 * phone has room for both sides only, so the rest stands below the field's name.
 */
export function FieldTable({ rows, sides, onChoose }: FieldTableProps) {
  const { t } = useTranslation();
  const id = useId();
  const isPhone = useMedia(PHONE);
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="visually-hidden">
          {t('outbox.resolve.caption')}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('outbox.resolve.column.field')}</th>
            {isPhone ? null : (
              <th scope="col">{t('outbox.resolve.column.before')}</th>
            )}
            <th scope="col">{t('outbox.resolve.column.mine')}</th>
            <th scope="col">{t('outbox.resolve.column.theirs')}</th>
            {isPhone ? null : (
              <th scope="col">{t('outbox.resolve.column.stays')}</th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const name = t(`outbox.field.${row.field}`);
            const side = row.asks ? sides[row.field] : sideOf(row);
            return (
              <tr key={row.field}>
                <th scope="row">
                  {name}
                  {isPhone ? (
                    <span className={styles.before}>
                      {t('outbox.resolve.column.before')}:{' '}
                      {sayValue(row.base, t)}
                    </span>
                  ) : null}
                </th>
                {isPhone ? null : (
                  <td className="muted">{sayValue(row.base, t)}</td>
                )}
                {row.asks ? (
                  SIDES.map((each) => (
                    <td
                      key={each}
                      className={side === each ? styles.picked : undefined}
                    >
                      <Radio
                        name={`${id}-${row.field}`}
                        checked={side === each}
                        onChange={() => onChoose(row.field, each)}
                      >
                        <span className="visually-hidden">
                          {t(`outbox.resolve.option.${each}`, {
                            field: name,
                          })}{' '}
                        </span>
                        {sayValue(row[each], t)}
                      </Radio>
                    </td>
                  ))
                ) : (
                  <td colSpan={2} className="muted">
                    {t(`outbox.resolve.only.${whoOf(row)}`)}
                    {isPhone && side ? (
                      <span className="strong"> {sayValue(row[side], t)}</span>
                    ) : null}
                  </td>
                )}
                {isPhone ? null : (
                  <td className="strong">
                    {side === undefined ? (
                      <span className="subtle">{t('outbox.resolve.open')}</span>
                    ) : (
                      sayValue(row[side], t)
                    )}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Who changed what needs no choice. */
function whoOf({ base, mine, theirs }: FieldRow): Side | 'both' {
  if (mine === theirs) return 'both';
  return mine === base ? 'theirs' : 'mine';
}

function sideOf(row: FieldRow): Side {
  return whoOf(row) === 'theirs' ? 'theirs' : 'mine';
}
