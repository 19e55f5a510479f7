import { namesakeKey } from '@/domain/place-namesakes';
import type { Namesake } from '@/domain/places';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { useTranslation } from '@/ui/texts';

/** Codes of another scheme make a question of each place: then one answer is for all. */
const SHOWN = 20;

interface NamesakeQuestionsProps {
  open: readonly Namesake[];
  onAnswer: (places: readonly Namesake[], isKnown: boolean) => void;
}

/** Asks of new places whether they are the ones whose names they have. */
export function NamesakeQuestions({ open, onAnswer }: NamesakeQuestionsProps) {
  const { t } = useTranslation();
  return (
    <>
      {open.length > 1 ? (
        <Banner
          tone="waiting"
          icon="info"
          title={t('places.like.all', { count: open.length })}
          action={
            <>
              <Button small onClick={() => onAnswer(open, true)}>
                {t('places.like.allSame')}
              </Button>
              <Button small onClick={() => onAnswer(open, false)}>
                {t('places.like.allOther')}
              </Button>
            </>
          }
        />
      ) : null}
      {open.slice(0, SHOWN).map((place) => (
        <Banner
          key={namesakeKey(place)}
          tone="waiting"
          icon="info"
          title={t(`places.like.title.${place.kind}`, {
            code: place.code,
            name: place.name,
          })}
          action={
            <>
              <Button small onClick={() => onAnswer([place], true)}>
                {t('places.like.same', { code: place.known.code })}
              </Button>
              <Button small onClick={() => onAnswer([place], false)}>
                {t(`places.like.other.${place.kind}`)}
              </Button>
            </>
          }
        >
          {t(place.isInFile ? 'places.like.inFile' : 'places.like.about', {
            ...place.known,
          })}
        </Banner>
      ))}
    </>
  );
}
