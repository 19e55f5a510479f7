import type { MiddlewareHandler } from 'hono';

import type { ServerEnv } from '../../server';

/**
 * Sets the headers that keep a browser careful, on every answer. `allowedHosts`
 * are further origins that the page may talk to and show pictures from, for an
 * API on another server. A handler's own Content-Security-Policy wins.
 */
export function securityHeaders(
  allowedHosts: readonly string[],
): MiddlewareHandler<ServerEnv> {
  const policy = contentPolicy(allowedHosts);
  return async (c, next) => {
    await next();
    const isApi = c.req.path.startsWith('/api/');
    const headers = c.res.headers;
    if (!headers.has('Content-Security-Policy')) {
      headers.set('Content-Security-Policy', policy);
    }
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Referrer-Policy', 'no-referrer');
    headers.set('Permissions-Policy', PERMISSIONS);
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    // Pages on other origins use the API, its pictures included (CORS).
    headers.set(
      'Cross-Origin-Resource-Policy',
      isApi ? 'cross-origin' : 'same-origin',
    );
  };
}

const PERMISSIONS =
  'camera=(), geolocation=(), microphone=(), payment=(), usb=()';

function contentPolicy(allowedHosts: readonly string[]): string {
  const others = allowedHosts.map((host) => ` ${host}`).join('');
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' blob: data:${others}`,
    `media-src 'self' blob:${others}`,
    `connect-src 'self'${others}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
  ].join('; ');
}
