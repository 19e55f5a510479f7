import { useTranslation } from 'react-i18next';

import type { FormMeta } from '@/domain/form';
import type { Overlaid } from '@/domain/overlay';
import { Button, ButtonLink } from '@/ui/button';

import { formName } from './form-name';
import { formPath, newFormPath } from './form-paths';
import styles from './form-table.module.css';
import { useOrganizerOnly } from './use-form-rights';

interface FormActionsProps {
  form: Overlaid<FormMeta>;
  onPublish: (form: Overlaid<FormMeta>) => void;
  onDelete: (form: Overlaid<FormMeta>) => void;
}

/**
 * What can be done with a form of the list (specification section 2): edit,
 * publish or unpublish, duplicate, delete.
 *
 * @param props the form, and what publishing and deleting do.
 * @returns the buttons, each with the form's name for screen readers.
 */
export function FormActions({ form, onPublish, onDelete }: FormActionsProps) {
  const { t } = useTranslation();
  const notAllowed = useOrganizerOnly();
  const isParked = form.pending === 'refused' || form.pending === 'needsYou';
  const parked = isParked ? t('forms.decideFirst') : undefined;
  const name = <span className="visually-hidden">: {formName(form)}</span>;

  return (
    <span className={styles['actions']}>
      {notAllowed === undefined ? (
        <ButtonLink small icon="edit" href={formPath(form.id)}>
          {t('common.edit')}
          {name}
        </ButtonLink>
      ) : (
        <Button small icon="edit" reason={notAllowed}>
          {t('common.edit')}
          {name}
        </Button>
      )}
      <Button
        small
        icon={form.draft ? 'upload' : 'download'}
        reason={notAllowed ?? parked}
        onClick={() => onPublish(form)}
      >
        {t(form.draft ? 'forms.publish' : 'forms.unpublish')}
        {name}
      </Button>
      <ButtonLink small variant="quiet" icon="copy" href={newFormPath(form.id)}>
        {t('forms.duplicate')}
        {name}
      </ButtonLink>
      <Button
        small
        variant="quiet"
        icon="trash"
        reason={notAllowed ?? parked}
        onClick={() => onDelete(form)}
      >
        {t('common.delete')}
        {name}
      </Button>
    </span>
  );
}
