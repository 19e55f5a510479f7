import { useId } from 'react';

import type { Loss } from '@/domain/forms/losses';
import { Radio } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';

import { CodeField } from './code-field';
import styles from './resolver.module.css';
import type { useNewCode } from './use-new-code';

export type Structure = 'copy' | 'theirs' | 'overwrite';

const CHOICES = ['copy', 'theirs', 'overwrite'] as const;

interface StructureChoiceProps {
  losses: readonly Loss[];
  value: Structure | undefined;
  onChange: (value: Structure) => void;
  newCode: ReturnType<typeof useNewCode>;
}

/**
 * Whose sections stay. They are never merged: a question of ours beside one of
 * theirs could ask the same twice.
 */
export function StructureChoice(props: StructureChoiceProps) {
  const { losses, value, onChange, newCode } = props;
  const { t } = useTranslation();
  const id = useId();
  return (
    <fieldset className={styles.structure}>
      <legend className="strong">{t('outbox.resolve.structure.title')}</legend>
      {CHOICES.map((each) => (
        <div key={each}>
          <Radio
            name={id}
            checked={value === each}
            onChange={() => onChange(each)}
          >
            {t(`outbox.resolve.structure.${each}`)}
          </Radio>
          {value === each && each === 'copy' ? (
            <div className={styles.consequence}>
              <p className="small muted">{t('outbox.resolve.copyHint')}</p>
              <CodeField {...newCode} />
            </div>
          ) : null}
          {value === each && each === 'overwrite' ? (
            <div className={styles.consequence}>
              <LossList losses={losses} />
            </div>
          ) : null}
        </div>
      ))}
    </fieldset>
  );
}

interface LossListProps {
  losses: readonly Loss[];
}

/** What others did to a form and ours undoes, part by part. */
function LossList({ losses }: LossListProps) {
  const { t } = useTranslation();
  if (losses.length === 0) {
    return <p className="small muted">{t('outbox.resolve.noLoss')}</p>;
  }
  return (
    <>
      <p className="small">{t('outbox.resolve.losses')}</p>
      <ul className={styles.losses}>
        {losses.map(({ key, kind, part, name }) => (
          <li key={key}>
            {t(`outbox.resolve.loss.${kind}.${part}`, { name })}
          </li>
        ))}
      </ul>
    </>
  );
}
