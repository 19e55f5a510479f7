import { createBrowserRouter, RouterProvider } from 'react-router-dom';

import { LinkRenderer } from '@/ui/link';

import { RouterLink } from './router-link';
import { routes } from './routes';

const router = createBrowserRouter(routes);

/** The whole application: routes, and how the component library draws its links. */
export function App() {
  return (
    <LinkRenderer value={RouterLink}>
      <RouterProvider router={router} />
    </LinkRenderer>
  );
}
