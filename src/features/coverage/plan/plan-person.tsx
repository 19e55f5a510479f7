import type { PlannedObserver } from '@/domain/plan/compare';
import { paths } from '@/paths';
import { Link } from '@/ui/link';
import { useTranslation } from '@/ui/texts';

interface PlanPersonProps {
  /** Absent when nobody of the list has the phone. */
  observer: PlannedObserver | undefined;
  /** The list has all observers of the server. */
  isWhole: boolean;
}

/** Who it is; somebody who is not in the list has a phone alone. */
export function PlanPerson({ observer, isWhole }: PlanPersonProps) {
  const { t } = useTranslation();
  if (!observer) {
    return (
      <span className="muted">
        {t(isWhole ? 'plan.notInList' : 'plan.notLoaded')}
      </span>
    );
  }
  return (
    <Link href={paths.profile('view', observer.phone)}>{observer.name}</Link>
  );
}

/** Dials the number. */
export function PlanPhone({ phone }: { phone: string | undefined }) {
  if (phone === undefined) return <span className="subtle">–</span>;
  return <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>;
}
