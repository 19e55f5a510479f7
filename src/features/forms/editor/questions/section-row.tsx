import { memo, useState } from 'react';

import type { Section } from '@/domain/forms/form';
import { SECTION_TITLE_MAX } from '@/domain/forms/checks';
import { SECTION_CODE_MAX } from '@/domain/forms/codes';
import { patchSection, removeSection } from '@/domain/forms/editing';
import { sectionKey } from '@/domain/forms/outline';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { Button } from '@/ui/button';
import { Field, TextInput } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';

import { DoubleCode } from './double-code';
import { useEditorTools } from '@/features/forms/editor/editor-tools';
import styles from './section-row.module.css';
import { useTooLong } from './use-too-long';

interface SectionRowProps {
  section: Section;
  /** From 1. */
  number: number;
  /** Another section before it has the same code. */
  isDouble: boolean;
}

/** Code and title of a section; deleting it asks (docs/specification.md 2). */
export const SectionRow = memo(function SectionRow(props: SectionRowProps) {
  const { section, number, isDouble } = props;
  const { id, code, description, questions } = section;
  const place = sectionKey(section);
  const { t } = useTranslation();
  const { edit, isLocked } = useEditorTools();
  const [isLeaving, setLeaving] = useState(false);
  const codeError = useTooLong(code, SECTION_CODE_MAX);
  const titleError = useTooLong(description, SECTION_TITLE_MAX);
  const name = `${code} ${description}`.trim();

  return (
    <div className={styles.section}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('forms.section', { number })}</h2>
        {isLocked ? null : (
          <Button
            small
            variant="quiet"
            icon="trash"
            onClick={() => setLeaving(true)}
          >
            {t('common.delete')}
            <span className="visually-hidden">
              : {t('forms.place.section', { code })}
            </span>
          </Button>
        )}
      </div>
      <div className={styles.fields}>
        <Field
          label={t('forms.field.section.code')}
          error={codeError}
          hint={isDouble ? <DoubleCode /> : undefined}
        >
          <TextInput
            data-first-field=""
            value={code}
            readOnly={isLocked}
            autoComplete="off"
            onChange={({ target }) =>
              edit(patchSection(id, { code: target.value }), {
                mark: `${place}.code`,
                place,
              })
            }
          />
        </Field>
        <Field label={t('forms.field.section.description')} error={titleError}>
          <TextInput
            value={description}
            readOnly={isLocked}
            autoComplete="off"
            onChange={({ target }) =>
              edit(patchSection(id, { description: target.value }), {
                mark: `${place}.description`,
                place,
              })
            }
          />
        </Field>
      </div>
      {isLeaving ? (
        <ConfirmDialog
          danger
          title={t('forms.deleteSection', { name: name || number })}
          text={t('forms.deleteSectionText', { count: questions.length })}
          confirmLabel={t('common.delete')}
          onClose={() => setLeaving(false)}
          // In memory: the editor says beside the title when the draft is stored.
          onConfirm={async () => edit(removeSection(id))}
        />
      ) : null}
    </div>
  );
});
