import { useState } from 'react';

import type { Decision } from '@/domain/outbox/resolution';
import type { Conflict } from '@/domain/outbox/conflict-view';
import { SECTIONS } from '@/domain/outbox/conflict-view';
import { Button } from '@/ui/button';
import { useTranslation } from '@/ui/texts';

import { FieldTable, type Side } from './field-table';
import type { ResolverProps } from './resolver-frame';
import { ResolverFrame } from './resolver-frame';
import styles from './resolver.module.css';
import { type Structure, StructureChoice } from './structure-choice';
import { useNewCode } from './use-new-code';

interface ResolveFieldsProps extends ResolverProps {
  conflict: Extract<Conflict, { kind: 'fields' }>;
  taken: ReadonlySet<string> | undefined;
  onDecide: (decision: Decision) => void;
}

/** Field by field, what stays; for a form also whose sections. Nothing is chosen beforehand. */
export function ResolveFields(props: ResolveFieldsProps) {
  const { conflict, taken, onDecide, ...frame } = props;
  const { rows, losses } = conflict;
  const { t } = useTranslation();
  const [sides, setSides] = useState<Record<string, Side>>({});
  const [structure, setStructure] = useState<Structure>();
  const newCode = useNewCode(frame.op, taken);
  const isCopy = structure === 'copy';
  const asked = rows.filter(({ asks }) => asks).map(({ field }) => field);
  const isChosen =
    asked.every((field) => sides[field]) && (!losses || structure);

  function chooseAll(side: Side) {
    setSides(Object.fromEntries(asked.map((field) => [field, side])));
    if (losses) setStructure(side === 'mine' ? 'overwrite' : 'theirs');
  }

  function handleSubmit() {
    if (isCopy) return onDecide({ to: 'copy', code: newCode.code.trim() });
    const mine = asked.filter((field) => sides[field] === 'mine');
    const all = structure === 'overwrite' ? [...mine, SECTIONS] : mine;
    return onDecide({ to: 'settle', mine: all });
  }

  return (
    <ResolverFrame
      {...frame}
      about={t('outbox.resolve.about.fields')}
      submit={{
        label: t('outbox.resolve.keep'),
        reason: isCopy
          ? newCode.reason
          : isChosen
            ? undefined
            : t('outbox.resolve.chooseFirst'),
      }}
      onSubmit={handleSubmit}
    >
      <div className={styles.all}>
        <Button small onClick={() => chooseAll('mine')}>
          {t('outbox.resolve.allMine')}
        </Button>
        <Button small onClick={() => chooseAll('theirs')}>
          {t('outbox.resolve.allTheirs')}
        </Button>
      </div>
      {losses ? (
        <StructureChoice
          losses={losses}
          value={structure}
          onChange={setStructure}
          newCode={newCode}
        />
      ) : null}
      {/* The copy carries all of ours: there is nothing else to choose. */}
      {rows.length === 0 || isCopy ? null : (
        <FieldTable
          rows={rows}
          sides={sides}
          onChoose={(field, side) => setSides({ ...sides, [field]: side })}
        />
      )}
    </ResolverFrame>
  );
}
