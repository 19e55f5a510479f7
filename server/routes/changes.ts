import { identified, scopeOf } from '../http/callers/roles';
import { requireExtensions } from '../http/extensions';
import { ProblemError } from '../http/problems/problem';
import { createRoutes } from '../http/routes';
import { openEventStream } from '../live/event-stream';

const TYPE = 'text/event-stream';
const HEADERS = {
  'Content-Type': TYPE,
  'Cache-Control': 'no-store',
  // nginx would keep events until it has enough of them.
  'X-Accel-Buffering': 'no',
};
const RETRY_AFTER_S = '60';

/** Tells open screens that something changed (docs/api-contract.md 10.9). */
export const changeRoutes = createRoutes('extensions');

changeRoutes.on(
  'get',
  '/api/extensions/changes',
  {
    summary: 'Events that say what kind of thing changed',
    role: 'admin',
    files: [TYPE],
    audit: { none: 'It says that something changed, and nothing of it' },
    refusals: {
      503: 'There are too many streams, or the database announces nothing',
    },
  },
  async (c, { user }) => {
    requireExtensions(c);
    const { server } = c.var;
    // Nobody reads the body of HEAD, so nobody would end the stream.
    if (c.req.method === 'HEAD') return c.body(null, 200, HEADERS);
    let leave = () => {};
    const stream = openEventStream(() => leave());
    const header = c.req.header('Authorization');
    const following = await server.changes.follow(
      {
        adminId: user.adminId,
        ofNgo: user.ngoId,
        ngoId: scopeOf(user),
        tell: stream.tell,
        end: stream.end,
        isSignedIn: async () => {
          const found = await identified(server, header);
          return found !== undefined && !found.needsSecondFactor;
        },
      },
      c.req.header('Last-Event-ID'),
    );
    if (typeof following === 'string') {
      throw new ProblemError(
        503,
        following === 'full'
          ? 'Too many streams are open.'
          : 'Changes cannot be told now.',
        { headers: { 'Retry-After': RETRY_AFTER_S } },
      );
    }
    leave = following;
    return c.body(stream.body, 200, HEADERS);
  },
);
