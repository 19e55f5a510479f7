import type { EvidencePlan } from '@/data/threads/evidence';
import type { MissingPart } from '@/domain/evidence/evidence';
import { Banner } from '@/ui/feedback/banner';
import { useTranslation } from '@/ui/texts';

import styles from './evidence-dialog.module.css';

interface EvidenceFactsProps {
  plan: EvidencePlan;
  isOffline: boolean;
  /** Why no file can be made of it. */
  problem: string | undefined;
}

/** What an evidence file will have and lack, before it is made. */
export function EvidenceFacts(props: EvidenceFactsProps) {
  const { plan, isOffline, problem } = props;
  const { t } = useTranslation();
  const total = plan.keys.length;
  const { length: incomplete } = plan.incomplete;
  return (
    <div className={styles.facts}>
      <p className="muted">
        {t('answers.evidence.about')} {t('answers.evidence.personal')}
      </p>
      <ul>
        <li className="strong">
          {t('answers.evidence.reports', { count: total })}
        </li>
        <li>
          {t('answers.evidence.here', { here: total - incomplete, total })}
        </li>
        <li>{t('answers.evidence.files', { count: plan.files })}</li>
        {plan.missing.length > 0 ? <Lacks missing={plan.missing} /> : null}
      </ul>
      {problem === undefined ? null : (
        <Banner tone="refused" icon="alert" title={problem} />
      )}
      {incomplete === 0 ? null : (
        <Banner
          tone="waiting"
          icon={isOffline ? 'offline' : 'download'}
          title={
            isOffline
              ? t('answers.evidence.stayMissing', { count: incomplete })
              : t('answers.evidence.fetchFirst', { count: incomplete })
          }
        />
      )}
      {isOffline && plan.files > 0 ? (
        <Banner
          tone="waiting"
          icon="picture"
          title={t('answers.evidence.filesOffline')}
        />
      ) : null}
    </div>
  );
}

/** What no detail can bring. */
function Lacks({ missing }: { missing: readonly MissingPart[] }) {
  const { t } = useTranslation();
  const countOf = (what: MissingPart['what']) =>
    missing
      .filter((part) => part.what === what)
      .reduce((sum, { count = 1 }) => sum + count, 0);
  const lines = [
    { count: countOf('reports'), text: 'answers.evidence.notInList' },
    { count: countOf('unchecked'), text: 'answers.evidence.notChecked' },
    { count: countOf('form'), text: 'answers.evidence.formsMissing' },
  ];
  return lines
    .filter(({ count }) => count > 0)
    .map(({ count, text }) => <li key={text}>{t(text, { count })}</li>);
}
