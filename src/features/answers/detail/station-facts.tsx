import type { ReactNode } from 'react';

import { Checkbox } from '@/ui/field/field';
import { formatNumber } from '@/ui/format';
import { useTranslation } from '@/ui/texts';

import styles from './station-info.module.css';

interface FactProps {
  name: string;
  children: ReactNode;
}

/** One fact: its name and its value. */
export function Fact({ name, children }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface TickedProps {
  name: string;
  /** undefined: the server does not ask. null: not answered. */
  value: boolean | null | undefined;
}

/** A yes or no, as a box that can only be read (docs/specification.md 2). */
export function Ticked({ name, value }: TickedProps) {
  const { t } = useTranslation();
  if (value === undefined) return null;
  return (
    <Fact name={name}>
      {value === null ? (
        t('common.unspecified')
      ) : (
        <Checkbox checked={value} disabled readOnly>
          <span className="visually-hidden">{name}</span>
        </Checkbox>
      )}
    </Fact>
  );
}

interface FigureProps {
  name: string;
  /** undefined: the server does not have it. */
  of: number | undefined;
}

/** A number that the observer counted. */
export function Figure({ name, of }: FigureProps) {
  const { i18n } = useTranslation();
  if (of === undefined) return null;
  return <Fact name={name}>{formatNumber(of, i18n.language)}</Fact>;
}
