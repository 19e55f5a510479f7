import type { Observer } from '@/domain/observers/observer';
import { Mark } from '@/ui/marks/mark';
import { useTranslation } from '@/ui/texts';

/**
 * Says who has a phone already: servers check no duplicates (docs/api-contract.md
 * 3.2), so it
 * is a warning and no error.
 */
export function SamePhone({ owner }: { owner: Observer | undefined }) {
  const { t } = useTranslation();
  return (
    <output>
      {owner ? (
        <Mark tone="waiting" icon="alert">
          {t('profile.samePhone', { name: owner.name })}
        </Mark>
      ) : null}
    </output>
  );
}
