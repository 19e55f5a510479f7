import type { ComponentProps } from 'react';

import { Button } from '@/ui/button';
import { State } from '@/ui/feedback/state';
import { latePart, useLatePart } from '@/ui/overlay/late-part';
import { useTranslation } from '@/ui/texts';

import type { PicturePane } from './picture-pane';

// Before the first visit has stored the scripts, thumbnails are all there is.
const panePart = latePart(() =>
  import('./picture-pane').catch(() => 'missing' as const),
);

/** Loads the viewer ahead, when there is a picture to open. */
export const loadPicturePane = panePart.load;

/** The viewer over the pictures of a thread, loaded with the first picture. */
export function LatePicturePane(props: ComponentProps<typeof PicturePane>) {
  const { t } = useTranslation();
  const part = useLatePart(panePart, true);
  if (part === undefined) return null;
  if (part !== 'missing') return <part.PicturePane {...props} />;
  return (
    <State icon="picture" title={t('answers.picture.viewerNotLoaded')}>
      <Button onClick={props.onClose}>{t('answers.picture.close')}</Button>
    </State>
  );
}
