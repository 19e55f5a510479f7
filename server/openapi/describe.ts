import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';

import type { Described } from '../http/routes';

/** Parts of a schema that only a reader of requests needs. */
const UNDESCRIBED = ['check', 'metadata', 'title', 'transform', 'trim'];

const Problem = v.pipe(
  v.object({
    type: v.string(),
    title: v.string(),
    status: v.number(),
    detail: v.optional(v.string()),
    errors: v.optional(v.record(v.string(), v.array(v.string()))),
    secondFactor: v.optional(
      v.picklist(['needed', 'wrong', 'locked', 'unreadable', 'missing']),
    ),
  }),
  v.title('Problem'),
);

/**
 * The description of the API in OpenAPI 3.1, for `/api/openapi.json`, made from
 * the operations by which the routes check their requests.
 */
export function describeApi(operations: Described[], version: string) {
  const schemas: Record<string, unknown> = {};
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const methods = (paths[operation.path] ??= {});
    methods[operation.method] = describe(operation, schemas);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vote monitoring',
      version,
      description: 'The API between observers, their NGOs and this server.',
    },
    paths,
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  };
}

function describe(operation: Described, schemas: Record<string, unknown>) {
  const { tag, summary, role, path, query = {} } = operation;
  const { body, multipart, source, reply, files } = operation;
  const content = (type: string, schema: v.GenericSchema) => ({
    [type]: { schema: refer(schema, schemas) },
  });
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(query).map(([name, schema]) => ({
    name,
    in: 'query',
    required: role === 'link',
    schema: toJson(schema),
  }));
  const sent = body ?? multipart;
  const type = body ? 'application/json' : 'multipart/form-data';
  const isPublic = role === 'nobody' || role === 'link';
  return {
    tags: [tag],
    summary,
    security: isPublic ? [] : [{ bearer: [] }],
    'x-role': isPublic ? undefined : role,
    parameters: [...inPath, ...inQuery],
    requestBody: sent && {
      // Fields that may come in the query need not come in the body.
      required: !(body && source),
      content: content(type, sent),
    },
    responses: {
      [operation.status ?? 200]: {
        description: 'Done',
        content: reply
          ? content('application/json', reply)
          : files &&
            Object.fromEntries(files.map((each) => [each, { schema: BINARY }])),
      },
      ...(operation.mayBeEmpty && { 204: { description: 'Nothing' } }),
      ...Object.fromEntries(
        Object.entries(operation.refusals ?? {}).map(
          ([status, description]) => [status, { description }],
        ),
      ),
      default: {
        description: 'A problem',
        content: content('application/problem+json', Problem),
      },
    },
  };
}

const BINARY = { type: 'string', format: 'binary' } as const;
const INSTANT = { type: 'string', format: 'date-time' } as const;

/** A schema with a title is described once, under its title. */
function refer(schema: v.GenericSchema, schemas: Record<string, unknown>) {
  const title = v.getTitle(schema);
  if (title === undefined) return toJson(schema);
  schemas[title] ??= toJson(schema);
  return { $ref: `#/components/schemas/${title}` };
}

/** The JSON schema of a value once it is read: a number where a text is taken, too. */
function toJson(schema: v.GenericSchema) {
  const { $schema: _, ...json } = toJsonSchema(schema, {
    typeMode: 'output',
    target: 'draft-2020-12',
    ignoreActions: UNDESCRIBED,
    overrideSchema: ({ valibotSchema }) => {
      if (valibotSchema.type === 'date') return INSTANT;
      return valibotSchema.type === 'file' ? BINARY : undefined;
    },
  });
  return json;
}
