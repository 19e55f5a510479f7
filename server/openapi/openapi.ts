import { operations, type Operation } from './operations';
import { schemas, text } from './schemas';

/** The description of this host in OpenAPI 3.1, for `/api/openapi.json`. */
export function openApi(version: string) {
  const paths = Object.fromEntries(
    Object.entries(operations).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          describe(path, operation),
        ]),
      ),
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vote monitoring',
      version,
      description: 'The API between observers, their NGOs and this host.',
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

function describe(path: string, operation: Operation) {
  const { tag, summary, role, query = {}, body, multipart, reply } = operation;
  const refusals = Object.entries(operation.refusals ?? {});
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: text,
  }));
  const inQuery = Object.entries(query).map(([name, type]) => ({
    name,
    in: 'query',
    required: role === 'link',
    schema: { type },
  }));
  const sent = body ?? multipart;
  const type = body ? 'application/json' : 'multipart/form-data';
  const files = operation.files?.map((type) => content(type, 'File'));
  const isPublic = role === 'nobody' || role === 'link';
  return {
    tags: [tag],
    summary,
    security: isPublic ? [] : [{ bearer: [] }],
    ...(isPublic ? {} : { 'x-role': role }),
    parameters: [...inPath, ...inQuery],
    ...(sent
      ? { requestBody: { required: true, content: content(type, sent) } }
      : {}),
    responses: {
      [operation.status ?? 200]: {
        description: 'Done',
        ...(reply ? { content: content('application/json', reply) } : {}),
        ...(files ? { content: Object.assign({}, ...files) } : {}),
      },
      ...(operation.mayBeEmpty ? { 204: { description: 'Nothing' } } : {}),
      ...Object.fromEntries(
        refusals.map(([status, description]) => [status, { description }]),
      ),
      default: {
        description: 'A problem',
        content: content('application/problem+json', 'Problem'),
      },
    },
  };
}

function content(type: string, schema: string) {
  return { [type]: { schema: { $ref: `#/components/schemas/${schema}` } } };
}
