import { useState } from 'react';

import { ConfirmDialog } from '@/components/confirm-dialog';
import { removePlan } from '@/data/coverage/plan';
import type { PlanComparison } from '@/domain/plan/compare';
import type { Plan } from '@/domain/plan/plan';
import { missingCsv, planCsv } from '@/domain/plan/plan-csv';
import { paths } from '@/paths';
import { Button, IconButton } from '@/ui/button';
import { datedName } from '@/ui/dated-name';
import { formatFull } from '@/ui/format';
import { Menu } from '@/ui/overlay/menu';
import { MenuItem, MenuLink } from '@/ui/overlay/menu-items';
import { showToast } from '@/ui/overlay/toaster';
import { saveCsv } from '@/ui/save-csv';
import { useTranslation } from '@/ui/texts';

import styles from './plan.module.css';
import type { PlanQuery } from './use-plan-query';

interface PlanActionsProps {
  plan: Plan;
  query: PlanQuery;
  comparison: PlanComparison | undefined;
  isWhole: boolean;
  asOf: number | undefined;
}

/** Files of the missing and of the plan; another plan in its place, or none. */
export function PlanActions(props: PlanActionsProps) {
  const { plan, query, comparison, isWhole, asOf } = props;
  const { t, i18n } = useTranslation();
  const [isRemoving, setRemoving] = useState(false);
  const { county } = query;
  const missing =
    comparison?.lines.filter(
      ({ state, line }) =>
        state === 'missing' && (county === undefined || line.county === county),
    ) ?? [];

  function reasonNotToSave(): string | undefined {
    if (missing.length > 0) return undefined;
    return t(isWhole ? 'plan.nobodyMissing' : 'plan.missingUnknown');
  }

  function saveMissing() {
    const count = missing.length;
    const note =
      asOf === undefined
        ? t('plan.export.noteUnknown', { count })
        : t('plan.export.note', {
            count,
            time: formatFull(asOf, i18n.language),
          });
    const text = missingCsv(missing, {
      nameHeader: t('observers.name'),
      note,
    });
    saveCsv(text, datedName(t('plan.export.missingFile'), 'csv'));
  }

  function savePlan() {
    saveCsv(planCsv(plan.lines), datedName(t('plan.export.planFile'), 'csv'));
  }

  return (
    <div className={styles.actions}>
      <Button icon="download" reason={reasonNotToSave()} onClick={saveMissing}>
        {t('plan.export.missing')}
      </Button>
      <Menu trigger={<IconButton icon="more" name={t('plan.more')} />}>
        <MenuItem icon="download" onSelect={savePlan}>
          {t('plan.export.plan')}
        </MenuItem>
        <MenuLink icon="upload" href={paths.importPlan}>
          {t('plan.replace')}
        </MenuLink>
        <MenuItem icon="trash" danger onSelect={() => setRemoving(true)}>
          {t('plan.remove.action')}
        </MenuItem>
      </Menu>
      {isRemoving ? (
        <ConfirmDialog
          danger
          title={t('plan.remove.question', { name: plan.fileName })}
          text={t('plan.remove.text')}
          confirmLabel={t('plan.remove.action')}
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await removePlan();
            showToast({ tone: 'done', text: t('plan.remove.done') });
          }}
        />
      ) : null}
    </div>
  );
}
