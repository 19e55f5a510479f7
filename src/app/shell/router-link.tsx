import { Link } from 'react-router-dom';

import type { LinkProps } from '@/ui/link';

/** Draws a link of the component library through the router: no page load. */
export function RouterLink({ href, children, ...rest }: LinkProps) {
  return (
    <Link {...rest} to={href}>
      {children}
    </Link>
  );
}
