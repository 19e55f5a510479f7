import type { FormMeta } from '@/domain/forms/form';
import type { Overlaid } from '@/domain/outbox/overlay';
import { paths } from '@/paths';
import { Button, ButtonLink, IconButton } from '@/ui/button';
import { Menu } from '@/ui/overlay/menu';
import { MenuItem, MenuLink, MenuSeparator } from '@/ui/overlay/menu-items';

import { formName } from '@/features/forms/form-name';
import { useTranslation } from '@/ui/texts';
import styles from './form-table.module.css';
import { useOrganizerOnly } from '@/components/use-organizer-only';

interface FormActionsProps {
  form: Overlaid<FormMeta>;
  /** What the window has room for: without it the rest is in a menu. */
  room: { isUpright: boolean; isPhone: boolean };
  onPublish: (form: Overlaid<FormMeta>) => void;
  onDelete: (form: Overlaid<FormMeta>) => void;
}

/**
 * What can be done with a form of the list (docs/specification.md 2): edit,
 * publish or unpublish, duplicate, delete. Each button has the form's name for
 * screen readers.
 */
export function FormActions(props: FormActionsProps) {
  const { form, room } = props;
  const { t } = useTranslation();
  const reasons = useReasons(form);
  const name = <span className="visually-hidden">: {formName(form)}</span>;

  return (
    <span className={styles.actions}>
      {room.isPhone ? null : reasons.edit === undefined ? (
        <ButtonLink small icon="edit" href={paths.form(form.id)}>
          {t('common.edit')}
          {name}
        </ButtonLink>
      ) : (
        <Button small icon="edit" reason={reasons.edit}>
          {t('common.edit')}
          {name}
        </Button>
      )}
      {room.isUpright ? (
        <FoldedActions {...props} />
      ) : (
        <>
          <Button
            small
            icon={form.draft ? 'upload' : 'download'}
            reason={reasons.change}
            onClick={() => props.onPublish(form)}
          >
            {t(form.draft ? 'forms.publish' : 'forms.unpublish')}
            {name}
          </Button>
          <ButtonLink
            small
            variant="quiet"
            icon="copy"
            href={paths.newForm(form.id)}
          >
            {t('forms.duplicate')}
            {name}
          </ButtonLink>
          <Button
            small
            variant="quiet"
            icon="trash"
            reason={reasons.change}
            onClick={() => props.onDelete(form)}
          >
            {t('common.delete')}
            {name}
          </Button>
        </>
      )}
    </span>
  );
}

/** The actions behind one button; on a phone Edit is among them. */
function FoldedActions(props: FormActionsProps) {
  const { form, room, onPublish, onDelete } = props;
  const { t } = useTranslation();
  const reasons = useReasons(form);
  const more = t('forms.more', { name: formName(form) });
  return (
    <Menu trigger={<IconButton icon="more" name={more} />}>
      {room.isPhone && reasons.edit === undefined ? (
        <MenuLink icon="edit" href={paths.form(form.id)}>
          {t('common.edit')}
        </MenuLink>
      ) : null}
      {room.isPhone && reasons.edit !== undefined ? (
        <MenuItem icon="edit" reason={reasons.edit} onSelect={() => undefined}>
          {t('common.edit')}
        </MenuItem>
      ) : null}
      <MenuItem
        icon={form.draft ? 'upload' : 'download'}
        reason={reasons.change}
        onSelect={() => onPublish(form)}
      >
        {t(form.draft ? 'forms.publish' : 'forms.unpublish')}
      </MenuItem>
      <MenuLink icon="copy" href={paths.newForm(form.id)}>
        {t('forms.duplicate')}
      </MenuLink>
      <MenuSeparator />
      <MenuItem
        icon="trash"
        danger
        reason={reasons.change}
        onSelect={() => onDelete(form)}
      >
        {t('common.delete')}
      </MenuItem>
    </Menu>
  );
}

/** Why a form may not be edited, or be published and deleted, now. */
function useReasons({ pending }: Overlaid<FormMeta>) {
  const { t } = useTranslation();
  const notAllowed = useOrganizerOnly('forms.organizerOnly');
  const isParked = pending === 'refused' || pending === 'needsYou';
  const parked = isParked ? t('forms.decideFirst') : undefined;
  return { edit: notAllowed, change: notAllowed ?? parked };
}
