import type { Page } from '@playwright/test';
import * as v from 'valibot';

import { shellInstalled } from '../../../support/shell-installed';
import type { ServerProcess } from '../../../support/server-process';
import { expectSent } from '../outbox';
import { syncStatus } from '../screens';
import { expect, test } from '../test';
import { ro } from '../words';

const settled = { timeout: 60_000 };
const list = v.array(
  v.object({
    id: v.number(),
    code: v.string(),
    name: v.string(),
    provinceCode: v.optional(v.nullable(v.string())),
  }),
);

async function countiesOf(server: ServerProcess, token: string) {
  const reply = await fetch(`${server.origin}/api/v1/county`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return v.parse(list, await reply.json());
}

function countyRow(page: Page, code: string) {
  return page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: code, exact: true }) });
}

async function rename(page: Page, code: string, to: string) {
  await countyRow(page, code)
    .getByRole('link', { name: ro('common.edit') })
    .click();
  await page.getByRole('textbox', { name: ro('stations.county') }).fill(to);
  await page.getByRole('button', { name: ro('common.save') }).click();
  await expect(page).toHaveURL('/polling-stations');
  await expect(countyRow(page, code)).toContainText(to);
}

/**
 * Counties and their stations: found, looked into and renamed on the server; then
 * one renamed and one added without a server, sent once each when it is back.
 * @param province asked for by a server of the newer revision, which has provinces.
 */
export async function countyJourney(
  page: Page,
  server: ServerProcess,
  token: string,
  province?: { name: string; code: string },
): Promise<void> {
  await test.step('finds a county and its stations', async () => {
    await page.goto('/polling-stations');
    await expect(page.getByRole('row')).toHaveCount(44);
    await countyRow(page, 'CJ').getByRole('rowheader').click();
    await expect(
      page.getByRole('heading', { level: 1, name: /Cluj/ }),
    ).toBeVisible();
  });

  await test.step('renames one on the server', async () => {
    await page.goto('/polling-stations');
    await rename(page, 'AB', 'Alba Nouă');
    await expectSent(page);
    await page.goBack();
    const names = (await countiesOf(server, token)).map(({ name }) => name);
    expect(names).toContain('Alba Nouă');
    expect(names).not.toContain('Alba');
    await shellInstalled(page);
  });

  await server.forget();
  await server.stop();

  await test.step('renames and adds without a server', async () => {
    await page.reload();
    await expect(syncStatus(page)).toContainText(
      ro('shell.sync.offline'),
      settled,
    );
    await rename(page, 'AR', 'Arad Nou');
    await page.goto('/polling-stations/nou');
    await page
      .getByRole('textbox', { name: ro('stations.county') })
      .fill('Țara de Probă');
    await page
      .getByRole('textbox', { name: new RegExp(`^${ro('stations.code')}`) })
      .fill('TDP');
    const field = page.getByRole('combobox', {
      name: new RegExp(`^${ro('stations.province')}`),
    });
    if (province) await field.selectOption(province.name);
    else await expect(field).toHaveCount(0);
    await page.getByRole('button', { name: ro('common.save') }).click();
    await expect(countyRow(page, 'TDP')).toContainText('Țara de Probă');
    await page.reload();
    for (const code of ['AR', 'TDP']) {
      await expect(countyRow(page, code)).toContainText(
        ro('common.pending.waiting'),
      );
    }
  });

  await server.start();

  await test.step('and sends each once when it is back', async () => {
    await expectSent(page, 3, settled);
    await page.goBack();
    const now = await countiesOf(server, token);
    expect(now.filter(({ name }) => name === 'Arad Nou')).toHaveLength(1);
    const added = now.filter(({ code }) => code === 'TDP');
    expect(added.map(({ name }) => name)).toEqual(['Țara de Probă']);
    expect(added[0]?.provinceCode).toBe(province?.code);
    expect(now).toHaveLength(44);
    const writes = (await server.requests()).filter(
      ({ method }) => method !== 'GET',
    );
    expect(writes).toHaveLength(2);
    await expect(countyRow(page, 'AR')).not.toContainText(
      ro('common.pending.waiting'),
    );
  });
}
