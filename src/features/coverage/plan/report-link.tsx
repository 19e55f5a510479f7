import { useMoment } from '@/components/use-moment';
import type { Report } from '@/domain/coverage/report';
import { paths } from '@/paths';
import { Link } from '@/ui/link';
import { useTranslation } from '@/ui/texts';

/** From where and when it was reported; leads to the thread. */
export function ReportLink({ report }: { report: Report }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { county, stationNumber, lastReportAt } = report;
  const place =
    county === '' || stationNumber === undefined
      ? t('plan.unknownStation')
      : `${county} ${stationNumber}`;
  return (
    <Link href={paths.thread(report, report.isUrgent)}>
      {place}
      {lastReportAt === undefined ? null : ` · ${moment(lastReportAt)}`}
    </Link>
  );
}
