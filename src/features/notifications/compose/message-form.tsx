import type { UseFormReturn } from 'react-hook-form';

import { Button } from '@/ui/button';
import { Field, TextArea, TextInput } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';

import styles from './compose.module.css';

/** What is typed. */
export interface Message {
  title: string;
  message: string;
}

export const noMessage: Message = { title: '', message: '' };

interface MessageFormProps {
  form: UseFormReturn<Message>;
  /** How many it would go to; undefined while not known. */
  count: number | undefined;
  /** Why it cannot be sent now. */
  reason: string | undefined;
  /** The role may not send at all: nothing to type either. */
  isLocked: boolean;
  onSend: (message: Message) => Promise<void>;
}

const MESSAGE_ROWS = 4;

/**
 * Title and message, both required; errors show after the first try
 * (docs/specification.md 5).
 */
export function MessageForm(props: MessageFormProps) {
  const { form, count, reason, isLocked, onSend } = props;
  const { t } = useTranslation();
  const { errors, isSubmitting } = form.formState;

  const required = (label: string) => ({
    validate: (value: string) =>
      value.trim() !== '' || t('VALIDATION_REQUIRED', { field: label }),
  });

  return (
    <form
      noValidate
      aria-label={t('notifications.message.name')}
      onSubmit={form.handleSubmit(({ title, message }) =>
        onSend({ title: title.trim(), message: message.trim() }),
      )}
    >
      <div className={styles.part}>
        <h2>{t('notifications.message.heading')}</h2>
        <Field
          label={t('notifications.message.title')}
          error={errors.title?.message}
          required
        >
          <TextInput
            readOnly={isLocked}
            {...form.register(
              'title',
              required(t('notifications.message.title')),
            )}
          />
        </Field>
        <Field
          label={t('notifications.message.text')}
          error={errors.message?.message}
          required
        >
          <TextArea
            rows={MESSAGE_ROWS}
            readOnly={isLocked}
            {...form.register(
              'message',
              required(t('notifications.message.text')),
            )}
          />
        </Field>
      </div>
      <div className={styles.foot}>
        <span className="small muted">{t('notifications.waits')}</span>
        <Button
          type="submit"
          variant="primary"
          icon="send"
          className="push"
          aria-disabled={isSubmitting}
          reason={reason}
        >
          {count === undefined
            ? t('notifications.send')
            : t('notifications.sendTo', { count })}
        </Button>
      </div>
    </form>
  );
}
