import { Hono } from 'hono';
import * as v from 'valibot';

import type { RequestContext, ServerEnv } from '../server';
import { auditSuccess, type Audit } from './audit';
import {
  adminOf,
  organizerOf,
  phoneUserOf,
  readerOf,
  userOf,
  type Role,
} from './callers/roles';
import type {
  Admin,
  PhoneUser,
  Reader,
  SessionUser,
  User,
} from './callers/users';
import { jsonOf, readFields, type Refuse } from './requests/fields';
import { formFieldsOf } from './requests/form';
import { readQuery, type Query, type QueryEntries } from './requests/query';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What the handler of a route gets of a caller of its role. */
interface Callers extends Record<Role, User | undefined> {
  nobody: undefined;
  link: undefined;
  anyone: SessionUser;
  observer: PhoneUser;
  admin: Admin;
  organizer: Admin;
  reader: Admin | Reader;
}

const callerOf: { [R in Role]: (c: RequestContext) => Promise<Callers[R]> } = {
  nobody: async () => undefined,
  link: async () => undefined,
  anyone: async (c) => userOf(c),
  observer: phoneUserOf,
  admin: async (c) => adminOf(c),
  organizer: async (c) => organizerOf(c),
  reader: async (c) => readerOf(c),
};

/**
 * The declaration of a route. Requests are checked by it and the OpenAPI
 * description is made from it, so neither can differ from the other.
 */
interface Operation<
  R extends Role = Role,
  Q extends QueryEntries = QueryEntries,
  B extends v.GenericSchema = v.GenericSchema,
> {
  summary: string;
  role: R;
  query?: Q | undefined;
  /** A body in JSON. */
  body?: B | undefined;
  /** A body of multipart/form-data. */
  multipart?: B | undefined;
  /** Gives the fields of the body where they come from elsewhere, too. */
  source?: ((c: RequestContext) => Promise<unknown>) | undefined;
  refuse?: Refuse | undefined;
  /** The JSON of a success; absent: an empty body, or `files`. */
  reply?: v.GenericSchema | undefined;
  /** Content types of a reply that is not JSON. */
  files?: string[] | undefined;
  /** The status of success when it is not 200. */
  status?: number | undefined;
  /** Open also to an account that lacks the second factor that is required. */
  isForSetUp?: boolean | undefined;
  /** 204 when there is nothing to tell. */
  mayBeEmpty?: boolean | undefined;
  /** Each write and each download says what the audit log has of it. */
  audit?: Audit | undefined;
  /** The meaning of the refusals that a caller has to tell apart, by status. */
  refusals?: Record<number, string> | undefined;
}

interface Declaration<
  R extends Role,
  Q extends QueryEntries,
  B extends v.GenericSchema,
  P,
> extends Operation<R, Q, B> {
  /** Work that takes too long for a transaction of the database: it runs before. */
  prepare?:
    | ((c: RequestContext, body: v.InferOutput<B>) => Promise<P>)
    | undefined;
}

/** A route as it is described: `path` has its parameters in braces. */
export interface Described extends Operation {
  tag: string;
  method: Method;
  path: string;
  /** To be called once before the transaction of a request. */
  prepare?: ((c: RequestContext) => Promise<void>) | undefined;
}

/** The parts of a request; `query` and `body` throw a 400 for a mistake in them. */
interface Sent<
  R extends Role,
  Q extends QueryEntries,
  B extends v.GenericSchema,
  P,
> {
  user: Callers[R];
  query: () => Query<Q>;
  body: () => Promise<v.InferOutput<B>>;
  /** What `prepare` gave; call it after `body`. */
  prepared: () => P;
}

interface Routes {
  app: Hono<ServerEnv>;
  operations: Described[];
  /** Adds a route. The handler runs for callers of the operation's role only. */
  on: <R extends Role, Q extends QueryEntries, B extends v.GenericSchema, P>(
    method: Method,
    path: string,
    operation: Declaration<R, Q, B, P>,
    handler: (
      c: RequestContext,
      sent: Sent<R, NoInfer<Q>, NoInfer<B>, NoInfer<P>>,
    ) => Response | Promise<Response>,
  ) => void;
}

/** An empty group of routes, described under one tag. */
export function createRoutes(tag: string): Routes {
  const app = new Hono<ServerEnv>();
  const operations: Described[] = [];
  return {
    app,
    operations,
    on<R extends Role, Q extends QueryEntries, B extends v.GenericSchema, P>(
      method: Method,
      path: string,
      { prepare, ...operation }: Declaration<R, Q, B, P>,
      handler: (
        c: RequestContext,
        sent: Sent<R, Q, B, P>,
      ) => Response | Promise<Response>,
    ) {
      const { role, query, body, multipart, refuse } = operation;
      const schema = body ?? multipart;
      const source = operation.source ?? (body ? jsonOf : formFieldsOf);
      const bodyOf = async (c: RequestContext) =>
        readFields(declared(schema), await source(c), refuse);
      const prepared = new WeakMap<object, { value: P }>();
      operations.push({
        ...operation,
        tag,
        method,
        path: path.replace(/:(\w+)/g, '{$1}'),
        prepare:
          prepare &&
          (async (c) => {
            // The handler refuses a body that cannot be read.
            const body = await bodyOf(c).catch(() => undefined);
            if (body) prepared.set(c, { value: await prepare(c, body) });
          }),
      });
      app.on(method.toUpperCase(), path, async (c) => {
        const reply = await handler(c, {
          user: await callerOf[role](c),
          query: () => readQuery(c, declared(query)),
          body: () => bodyOf(c),
          prepared: () => declared(prepared.get(c)).value,
        });
        return auditSuccess(c, operation.audit, reply);
      });
    },
  };
}

/** A handler that asks for something that its operation does not name is a bug. */
function declared<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('The operation names no such part.');
  return part;
}
