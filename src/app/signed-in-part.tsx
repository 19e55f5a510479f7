import type { ComponentProps, ComponentType } from 'react';
import { lazy, useState } from 'react';

import type { SignedIn } from '@/app/session/signed-in';
import { StalePage } from '@/app/update/stale-page';

type SignedInProps = ComponentProps<typeof SignedIn>;
type Part = ComponentType<SignedInProps>;

/** Router, databases and screens: the sign-in form never waits for them. */
export const loadSignedIn = () => import('@/app/session/signed-in');

let Loaded: Part | undefined;

/** After it `SignedInPart` does not suspend. */
export async function loadSignedInPart(): Promise<Part> {
  Loaded ??= (await loadSignedIn()).SignedIn;
  return Loaded;
}

const Lazy = lazy(async () => {
  // There is no router yet that could show its error page.
  const part = loadSignedInPart().catch((): Part => StalePage);
  return { default: await part };
});

/**
 * `React.lazy` that does not suspend when its chunk is there: React holds a screen
 * back for 300 ms after it showed a fallback.
 */
export function SignedInPart(props: SignedInProps) {
  // Another component in its place would lose the state of the screens.
  const [Chosen] = useState(() => Loaded ?? Lazy);
  return <Chosen {...props} />;
}
