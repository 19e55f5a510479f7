import type { DataRouter } from 'react-router-dom';
import { Link, RouterProvider } from 'react-router-dom';

import type { LinkProps } from '@/ui/link';
import { LinkRenderer } from '@/ui/link';

interface RouterViewProps {
  router: DataRouter;
}

/** Draws the screen of the address; a click on a link of the component library is a step. */
export function RouterView({ router }: RouterViewProps) {
  return (
    <LinkRenderer value={renderLink}>
      <RouterProvider router={router} />
    </LinkRenderer>
  );
}

function renderLink({ href, ...props }: LinkProps) {
  return <Link {...props} to={href} />;
}
