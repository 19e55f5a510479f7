import type { MissingPart } from '@/domain/evidence/evidence';
import { Banner } from '@/ui/feedback/banner';
import { formatBytes } from '@/ui/format';
import { useTranslation } from '@/ui/texts';

import type { BuiltEvidence } from './build-evidence';
import styles from './evidence-dialog.module.css';

interface EvidenceResultProps {
  built: BuiltEvidence;
  fileName: string;
}

/** A file that was made, and what it lacks. */
export function EvidenceResult({ built, fileName }: EvidenceResultProps) {
  const { t, i18n } = useTranslation();
  const { missing, reduced } = built;
  const isFile = ({ what }: MissingPart) => what === 'file';
  const files = missing.filter(isFile).length;
  const lines = [
    { count: files, text: 'answers.evidence.lacksFiles' },
    { count: reduced, text: 'answers.evidence.lacksReduced' },
    { count: missing.length - files, text: 'answers.evidence.lacksOther' },
  ].filter(({ count }) => count > 0);
  return (
    <div className={styles.facts}>
      <Banner
        icon="done"
        title={t('answers.evidence.done', {
          name: fileName,
          size: formatBytes(built.zip.size, i18n.language),
        })}
      >
        {lines.length === 0 ? t('answers.evidence.whole') : undefined}
      </Banner>
      {lines.length === 0 ? null : (
        <>
          <p className="strong">{t('answers.evidence.lacks')}</p>
          <ul>
            {lines.map(({ count, text }) => (
              <li key={text}>{t(text, { count })}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
