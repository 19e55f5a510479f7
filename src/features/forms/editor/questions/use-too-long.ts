import { useTranslation } from '@/ui/texts';

/** What to say about a text that the server's database would not take; in characters. */
export function useTooLong(text: string, limit: number): string | undefined {
  const { t } = useTranslation();
  const { length } = text;
  return length > limit ? t('forms.atMost', { length, limit }) : undefined;
}
