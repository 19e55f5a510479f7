import { Hono } from 'hono';

import type { HostEnv } from '../host';
import { invalid } from '../http/problem';
import { queryOf } from '../http/query';
import { userOf } from '../http/roles';
import { sendJson } from '../http/send-json';
import { parseInteger } from '../http/values';
import { findFormContent, listForms } from '../rules/form-list';
import { toFormDto, toSectionDtos } from '../wire/forms';

/** Forms as staff and phones read them (contract 4.1). */
export const formRoutes = new Hono<HostEnv>();

formRoutes.get('/api/v1/form', async (c) => {
  userOf(c);
  const query = queryOf(c);
  const forms = await listForms(c.var.db, {
    draft: query.boolean('draft') ?? false,
    diaspora: query.boolean('diaspora'),
  });
  const { quirks } = c.var.host;
  return sendJson(c, {
    formVersions: forms.map((form) => toFormDto(form, quirks)),
  });
});

formRoutes.get('/api/v1/form/versions', async (c) => {
  userOf(c);
  const forms = await listForms(c.var.db, { draft: false, diaspora: true });
  return sendJson(c, {
    versions: Object.fromEntries(
      forms.map(({ code, currentVersion }) => [code, currentVersion]),
    ),
  });
});

formRoutes.get('/api/v1/form/:formId', async (c) => {
  userOf(c);
  const sent = c.req.param('formId');
  const formId = parseInteger(sent);
  if (formId === undefined) {
    throw invalid('formId', `The value '${sent}' is not valid.`);
  }
  const content = await findFormContent(c.var.db, formId);
  if (!content) return c.body(null, 204);
  return sendJson(c, toSectionDtos(content, c.var.host.quirks));
});
