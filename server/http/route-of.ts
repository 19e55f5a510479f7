import { matchedRoutes } from 'hono/route';

import type { RequestContext } from '../server';

/**
 * Method and pattern, such as `GET` and `/api/v1/form/:formId`; no value is in
 * it. Files and pages of the app have no route.
 */
export function routeOf(c: RequestContext): { method: string; route: string } {
  const { method } = c.req;
  // HEAD is answered by the route of GET.
  const asked = method === 'HEAD' ? 'GET' : method;
  const route = matchedRoutes(c).findLast((one) => one.method === asked);
  return { method, route: route?.path ?? '(no route)' };
}
