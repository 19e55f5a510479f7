import { config } from '@/config';
import { usePhoneOwner } from '@/data/observers/observers';
import { readPhone } from '@/domain/phone';
import { tidy } from '@/domain/words';
import { Mark } from '@/ui/marks/mark';
import { useTranslation } from '@/ui/texts';

interface PhoneHintProps {
  /** As it is in the field. */
  typed: string;
  /** As it is stored; '' for a new observer. */
  kept?: string | undefined;
  /** Whose phone it may be: the edited observer. */
  ownId?: number | undefined;
}

/**
 * Says how a phone will be stored, and who has it already: servers check no duplicates
 * (docs/api-contract.md 3.2), so it is a warning and no error.
 */
export function PhoneHint({ typed, kept = '', ownId }: PhoneHintProps) {
  const { t } = useTranslation();
  const owner = usePhoneOwner(typed, ownId);
  const text = tidy(typed);
  const read =
    text === '' || text === kept
      ? undefined
      : readPhone(text, config.phoneCountry);
  return (
    <output>
      {read?.ok && read.phone !== text ? (
        <span>{t('phone.storedAs', { phone: read.phone })}</span>
      ) : null}{' '}
      {read?.ok && read.note === 'doubtful' ? (
        <Mark tone="waiting" icon="alert">
          {t('phone.doubtful')}
        </Mark>
      ) : null}{' '}
      {owner ? (
        <Mark tone="waiting" icon="alert">
          {t('profile.samePhone', { name: owner.name })}
        </Mark>
      ) : null}
    </output>
  );
}
