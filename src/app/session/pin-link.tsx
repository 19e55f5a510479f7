import { useSyncExternalStore } from 'react';

import { DemoBanner } from '@/app/status/demo-banner';
import { PinPage } from '@/features/auth/pin-page';
import { useTranslation } from '@/ui/texts';

import { usePublicShell } from './public-shell';

/** The page of a link for a PIN, for everybody who has one, signed in or not. */
export function PinLink() {
  const { t } = useTranslation();
  const shell = usePublicShell(t('pin.title'));
  // Another link that is opened in this tab changes the fragment alone.
  const code = useSyncExternalStore(listen, () => location.hash.slice(1));
  return <PinPage key={code} code={code} notice={<DemoBanner />} {...shell} />;
}

function listen(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}
