import { useTranslation } from 'react-i18next';

import type { PlannedObserver } from '@/domain/plan/compare';
import { paths } from '@/paths';
import { Link } from '@/ui/link';

interface PlanPersonProps {
  /** Absent when nobody of the list has the phone. */
  observer: PlannedObserver | undefined;
}

/** Who it is; somebody who is not in the list has a phone alone. */
export function PlanPerson({ observer }: PlanPersonProps) {
  const { t } = useTranslation();
  if (!observer) return <span className="muted">{t('plan.notInList')}</span>;
  return (
    <Link href={paths.profile('view', observer.phone)}>{observer.name}</Link>
  );
}

/** Dials the number. */
export function PlanPhone({ phone }: { phone: string | undefined }) {
  if (phone === undefined) return <span className="subtle">–</span>;
  return <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>;
}
