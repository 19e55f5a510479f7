import type { MouseEvent } from 'react';
import { useState } from 'react';
import type { DataRouter } from 'react-router-dom';
import { createPath, RouterProvider } from 'react-router-dom';

import type { LinkProps, RenderLink } from '@/ui/link';
import { LinkRenderer } from '@/ui/link';

interface RouterViewProps {
  router: DataRouter;
}

/** Draws the screen of the address; a click on a link of the component library is a step. */
export function RouterView({ router }: RouterViewProps) {
  const [renderLink] = useState<RenderLink>(() => (props: LinkProps) => (
    <RouterLink {...props} router={router} />
  ));
  return (
    <LinkRenderer value={renderLink}>
      <RouterProvider router={router} />
    </LinkRenderer>
  );
}

/**
 * The link of the router's package is drawn again with each change of the address
 * (docs/decisions/0107-a-link-does-not-follow-the-address.md).
 */
function RouterLink(props: LinkProps & RouterViewProps) {
  const { router, href, onClick, children, ...rest } = props;
  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (event.defaultPrevented || isForTheBrowser(event)) return;
    event.preventDefault();
    const { pathname, search, hash } = event.currentTarget;
    const target = createPath({ pathname, search, hash });
    // As in the browser, a link to the page itself adds no step back.
    const replace = target === createPath(router.state.location);
    void router.navigate(target, { replace });
  }
  return (
    <a {...rest} href={href} onClick={handleClick}>
      {children}
    </a>
  );
}

/** A new tab, a new window, a download, or another button of the mouse. */
function isForTheBrowser(event: MouseEvent): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
}
