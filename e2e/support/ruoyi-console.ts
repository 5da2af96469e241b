import type { Locator, Page } from '@playwright/test';
import { tokenOf } from './api.ts';
import type { VisitorOptions } from './browser.ts';
import { RUOYI_ACCOUNTS, type RuoYi, type RuoYiOptions, type RuoYiRequest, startRuoYi } from './ruoyi/server.ts';
import { test as base, expect } from './test.ts';
import { pattern, t } from './text.ts';

interface Fixtures {
  ruoyiOptions: RuoYiOptions;
  /** A RuoYi server of the test. At the end, there must be no script error and no request that RuoYi does not know. */
  ruoyi: RuoYi;
  /** Opens the console as that user at a path, default home. */
  signIn(userName: string, path?: string, options?: VisitorOptions): Promise<Page>;
  /** Opens a page of the console as the administrator and waits for its title. */
  visit(path: string, title: string): Promise<Page>;
}

/** Tests of the console on a RuoYi server with its default rows. */
export const test = base.extend<Fixtures>({
  ruoyiOptions: [{}, { option: true }],
  ruoyi: async ({ ruoyiOptions, faults }, use) => {
    const ruoyi = await startRuoYi(ruoyiOptions);
    await use(ruoyi);
    await ruoyi.stop();
    expect(faults).toEqual([]);
    expect(ruoyi.missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  },
  signIn: async ({ openPage, ruoyi: { url } }, use) => {
    await use(async (userName, path = '/index', options = {}) => {
      const value = await tokenOf(url, userName, RUOYI_ACCOUNTS.admin.password);
      const token = { name: 'suyuan.accessToken', value: JSON.stringify({ value, expires: Date.now() + 7 * 86_400_000 }) };
      const page = await openPage({ storageState: { cookies: [], origins: [{ origin: url, localStorage: [token] }] }, ...options });
      await page.goto(url + path);
      return page;
    });
  },
  visit: async ({ signIn }, use) => {
    await use(async (path, title) => {
      const page = await signIn('admin', path);
      await expect(heading(page, title)).toBeVisible();
      return page;
    });
  },
});

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).locator('visible=true');

export const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name }).locator('visible=true');

/** A user as named in questions and titles. */
export const nameAndUserName = (nickName: string, userName: string) => t('kit.aside', { what: nickName, more: userName });

export async function chooseRowAction(page: Page, rowName: string | RegExp, action: string) {
  await row(page, rowName)
    .getByRole('button', { name: pattern('kit.moreOf', { name: '.+' }) })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** @returns the form */
export async function openNewForm(page: Page, noun: string): Promise<Locator> {
  const name = t('kit.addNoun', { noun });
  await page.getByRole('button', { name }).first().click();
  return page.getByRole('dialog', { name });
}

/** @returns the form */
export async function openForm(page: Page, noun: string, rowName: string | RegExp): Promise<Locator> {
  await row(page, rowName)
    .getByRole('button', { name: t('kit.edit') })
    .click();
  return page.getByRole('dialog', { name: t('kit.editNoun', { noun }) });
}

export async function save(form: Locator) {
  await form.getByRole('button', { name: t('kit.save') }).click();
  await expect(form).toBeHidden();
}

/** Removes several records of a list at once. */
export async function removeRows(page: Page, names: readonly string[]) {
  for (const name of names) await row(page, name).getByRole('checkbox').check();
  await page.getByRole('button', { name: t('kit.removeCount', { count: names.length }) }).click();
  await page
    .getByRole('dialog', { name: t('kit.removeManyAsk', { count: names.length }) })
    .getByRole('button', { name: t('kit.remove') })
    .click();
  for (const name of names) await expect(row(page, name)).toBeHidden();
}

export async function expectNoColumn(page: Page, title: string) {
  await expect(page.getByRole('columnheader').locator('visible=true').first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: title, exact: true })).toHaveCount(0);
}

export function latestRequest({ requests }: RuoYi, method: string, path: string): RuoYiRequest {
  const match = requests.findLast((each) => each.method === method && each.path === path);
  if (!match) throw new Error(`no ${method} ${path}`);
  return match;
}

export function findUser({ db }: RuoYi, name: string) {
  const match = db.users.find(({ userName, delFlag }) => userName === name && delFlag === '0');
  if (!match) throw new Error(`no user ${name}`);
  return match;
}

/** Adds a user without roles and posts, otherwise like `ry`. */
export function addUser(ruoyi: RuoYi, userName: string, nickName = userName) {
  ruoyi.db.users.push({ ...findUser(ruoyi, 'ry'), userId: 500 + ruoyi.db.users.length, userName, nickName });
}

export function findRole({ db }: RuoYi, key: string) {
  const match = db.roles.find(({ roleKey, delFlag }) => roleKey === key && delFlag === '0');
  if (!match) throw new Error(`no role ${key}`);
  return match;
}

/** Adds a role without menus, otherwise like `common`. */
export function addRole(ruoyi: RuoYi, roleKey: string, roleName: string): number {
  const roleId = 90 + ruoyi.db.roles.length;
  ruoyi.db.roles.push({ ...findRole(ruoyi, 'common'), roleId, roleKey, roleName });
  return roleId;
}

export const roleIdsOf = ({ db }: RuoYi, userId: number) =>
  db.userRoles.filter((link) => link.userId === userId).map(({ roleId }) => roleId);
