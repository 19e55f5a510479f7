import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import * as v from 'valibot';

import { ro } from './words';

const meta = v.object({
  id: v.number(),
  code: v.string(),
  description: v.string(),
  draft: v.boolean(),
  currentVersion: v.optional(v.number()),
  ver: v.number(),
});

const sections = v.array(
  v.object({
    id: v.number(),
    code: v.string(),
    description: v.string(),
    questions: v.array(
      v.object({
        id: v.number(),
        code: v.string(),
        text: v.string(),
        questionType: v.number(),
        optionsToQuestions: v.array(
          v.object({
            id: v.number(),
            text: v.string(),
            isFreeText: v.boolean(),
            flagged: v.boolean(),
          }),
        ),
      }),
    ),
  }),
);

export type ServerForm = v.InferOutput<typeof meta>;
export type ServerSections = v.InferOutput<typeof sections>;

/** Asks the server itself about its forms, beside the browser. */
export function askForms(origin: string, token: string) {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
  };

  async function list(draft: boolean): Promise<ServerForm[]> {
    const url = new URL(`/api/v1/form?draft=${draft}`, origin);
    const reply: unknown = await (await fetch(url, { headers })).json();
    return v.parse(v.object({ formVersions: v.array(meta) }), reply)
      .formVersions;
  }

  return {
    list,
    /** The form with this code, draft or published. */
    async byCode(code: string): Promise<ServerForm | undefined> {
      const all = [...(await list(false)), ...(await list(true))];
      return all.find((form) => form.code === code);
    },
    async sections(formId: number): Promise<ServerSections> {
      const url = new URL(`/api/v1/form/${formId}`, origin);
      const reply: unknown = await (await fetch(url, { headers })).json();
      return v.parse(sections, reply);
    },
    /** Adds a draft of one section; @returns its id. */
    async add(code: string, questions: readonly string[]): Promise<number> {
      const response = await fetch(new URL('/api/v1/form', origin), {
        method: 'POST',
        headers,
        body: JSON.stringify({
          id: 0,
          code,
          title: `Formular ${code}`,
          description: `Formular ${code}`,
          diaspora: false,
          draft: true,
          currentVersion: 1,
          order: 50,
          formSections: [
            {
              id: 0,
              code: 'S1',
              description: 'Prima secțiune',
              orderNumber: 1,
              questions: questions.map((text, at) => ({
                id: 0,
                code: `${code}${at + 1}`,
                text,
                hint: null,
                questionType: 1,
                orderNumber: at + 1,
                optionsToQuestions: ['Da', 'Nu'].map((option, n) => ({
                  id: 0,
                  text: option,
                  isFreeText: false,
                  flagged: false,
                  orderNumber: n + 1,
                })),
              })),
            },
          ],
        }),
      });
      if (!response.ok) throw new Error(`POST form: ${response.status}`);
      return Number(await response.text());
    },
    async remove(formId: number): Promise<void> {
      const url = new URL(`/api/v1/form?formId=${formId}`, origin);
      const response = await fetch(url, { method: 'DELETE', headers });
      if (!response.ok) throw new Error(`DELETE form: ${response.status}`);
    },
  };
}

/** A row of the list of forms, by the form's description. */
export function formRow(page: Page, description: string): Locator {
  return page.getByRole('row').filter({
    has: page.getByRole('link', { name: description, exact: true }),
  });
}

/** The descriptions in the list, from top to bottom. */
export function formNames(page: Page): Promise<string[]> {
  return page.getByRole('rowheader').getByRole('link').allTextContents();
}

/** The pane on the left of the editor. */
export function outline(page: Page): Locator {
  return page.getByRole('navigation', { name: ro('forms.outline') });
}

/** The codes in the outline, from top to bottom. */
export async function outlineCodes(page: Page): Promise<string[]> {
  const lines = outline(page)
    .getByRole('listitem')
    .locator('button')
    .filter({
      hasNot: page.locator('[data-sort-id]'),
    });
  const texts = await lines.locator('span:first-child').allTextContents();
  return texts.map((text) => text.trim());
}

/** Drags one element onto another, as a hand does: over the threshold, in steps. */
export async function drag(page: Page, from: Locator, to: Locator) {
  const start = await from.boundingBox();
  const end = await to.boundingBox();
  if (!start || !end) throw new Error('Nothing to drag');
  const x = start.x + start.width / 2;
  const y = start.y + start.height / 2;
  const target = end.y + end.height / 2;
  const beyond = target > y ? end.height / 3 : -end.height / 3;
  const before = await order(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + Math.sign(target - y) * 8, { steps: 2 });
  await page.mouse.move(x, target + beyond, { steps: 12 });
  // The other rows make room and glide to their places before the hand lets go.
  await expect.poll(() => order(page)).not.toEqual(before);
  await page.evaluate(async () => {
    const glides = document
      .getAnimations()
      .filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(glides.map(({ finished }) => finished));
  });
  await page.mouse.up();
}

/** What can be dragged, from top to bottom. */
function order(page: Page): Promise<(string | undefined)[]> {
  return page
    .locator('[data-sort-id]')
    .evaluateAll((grips) =>
      grips.map((grip) =>
        grip instanceof HTMLElement ? grip.dataset['sortId'] : undefined,
      ),
    );
}

/** Saves what is in the editor as a draft, and waits for the list. */
export async function saveDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: ro('forms.saveDraft') }).click();
  await expect(page.getByText(ro('common.savedOnDevice'))).toBeVisible();
  await expect(page).toHaveURL('/formulare?draft=true');
}

/** A field of the editor, by the key of its label. */
export function field(page: Page, key: string) {
  return page.getByLabel(ro(`forms.field.${key}`), { exact: false });
}

/** A button of the editor. */
export function action(page: Page, key: string) {
  return page.getByRole('button', { name: ro(key) });
}

/** Title, code and description. */
export async function fillHead(page: Page, code: string, name: string) {
  await field(page, 'form.code').fill(code);
  await field(page, 'form.title').fill(name);
  await field(page, 'form.description').fill(name);
}
