import { verdicts, type Words } from '@suyuan/contract';
import type { Page } from 'playwright-core';
import type { Api } from '../../e2e/support/api.ts';

/** One thing to look at. */
export interface Sight {
  /** Names its pictures; what comes after `+` is opened on the page of the name before it. */
  name: string;
  /** Below the address of the console or of the shopper's site. */
  path: string;
  site: 'console' | 'guest' | 'shopper';
  /** Opens a dialog, drawer or menu once the page is there; answers false where the page has none. */
  open?: (page: Page, words: Words) => Promise<boolean>;
}

/** Presses the button of that name; false where none is to be seen. */
const press = (key: keyof Words) => async (page: Page, words: Words) => {
  const button = page.getByRole('button', { name: words[key].split('{')[0]?.trim() ?? '' }).locator('visible=true');
  if ((await button.count()) === 0) return false;
  await button.first().click({ timeout: 3000 });
  return true;
};

/** Presses what the page is for; false where that leads to another page. */
async function primary(page: Page) {
  const button = page.locator('.page-actions .ant-btn-primary:visible, .page-actions .ant-btn-color-primary:visible').first();
  if ((await button.count()) === 0) return false;
  const before = page.url();
  await button.click({ timeout: 3000 });
  await page.waitForTimeout(600);
  return page.url() === before;
}

const pageOf = (path: string, name = path.replace(/^\//, '').replaceAll('/', '.')): Sight => ({ name, path, site: 'console' });

const guests: Sight[] = ['login', 'register'].map((name) => ({ name: `user.${name}`, path: `/user/${name}`, site: 'guest' }));

const frame: Sight[] = (
  [
    ['bell', press('shell.bell')],
    ['tasks', press('account.task')],
    ['look', press('shell.look')],
    ['avatar', press('shell.accountOf')],
    ['palette', press('shell.find')],
  ] as const
).map(([name, open]) => ({ ...pageOf('/index', `index+${name}`), open }));

const stories = ['columns', 'figures', 'filters', 'jobs', 'media', 'rich', 'rights', 'states', 'text', 'transfer', 'tree', 'virtual'];

const fixed = [
  ...['/index', '/account/center', '/account/settings', '/form', '/parser', '/tinymce', '/AMapView', '/monitor/job/log'],
  ...['/system/role/authUser?roleId=2', '/system/notice/form', '/gen/edit', '/kit', '/404', '/no/such'],
  ...['/manage/category/new', '/manage/supplier/new', '/manage/channelBusiness/new'],
  ...['/manage/traceability/templates', '/manage/traceability/completeness', '/manage/traceability/fill'],
  ...stories.map((name) => `/kit/${name}`),
];

/** Tabs that their page's address names. */
const tabs = [
  ...['password', 'sessions'].map((tab) => pageOf(`/account/settings?tab=${tab}`, `account.settings.${tab}`)),
  ...['statements', 'routes', 'activity', 'tables'].map((tab) => pageOf(`/monitor/druid?tab=${tab}`, `monitor.druid.${tab}`)),
];

/** Pages of one record: whose list gives the record, and the key in it. */
const records: [name: string, list: string, path: (row: Record<string, unknown>) => string][] = [
  ['manage.batch.one', '/manage/batch', ({ batchId }) => `/manage/batch/${batchId}`],
  ['manage.category.one', '/manage/category', ({ categoryId }) => `/manage/category/${categoryId}`],
  ['manage.category.edit', '/manage/category', ({ categoryId }) => `/manage/category/${categoryId}/edit`],
  ['manage.supplier.one', '/manage/supplier', ({ supplierId }) => `/manage/supplier/${supplierId}`],
  ['manage.supplier.edit', '/manage/supplier', ({ supplierId }) => `/manage/supplier/${supplierId}/edit`],
  ['manage.dealer.one', '/manage/channelBusiness', ({ channelBusinessId }) => `/manage/channelBusiness/${channelBusinessId}`],
  ['manage.dealer.edit', '/manage/channelBusiness', ({ channelBusinessId }) => `/manage/channelBusiness/${channelBusinessId}/edit`],
  ['manage.code.one', '/manage/codeRecord', ({ batchId, ordinal }) => `/manage/code/${batchId}/${ordinal}`],
  ['manage.dispatch.one', '/manage/dispatch', ({ dispatchId }) => `/manage/dispatch/${dispatchId}`],
  ['manage.codeCase.one', '/manage/codeCase', ({ caseId }) => `/manage/codeCase/${caseId}`],
  ['manage.codeList.one', '/manage/codeList', ({ codeListId }) => `/manage/codeList/${codeListId}`],
  ['manage.handover.one', '/manage/handover', ({ handoverId }) => `/manage/handover/${handoverId}`],
  ['manage.trace.template', '/manage/traceability/template', ({ templateId }) => `/manage/traceability/template/${templateId}`],
  ['manage.trace.record', '/manage/traceability', ({ traceRecordId }) => `/manage/traceability/record/${traceRecordId}`],
  ['manage.trace.batch', '/manage/traceability', ({ batchId }) => `/manage/traceability/batch/${batchId}`],
  ['business.category.one', '/manage/category', ({ categoryId }) => `/business/category/${categoryId}`],
  ['tool.form.one', '/tool/form', ({ formId }) => `/tool/form/${formId}`],
];

interface Menu {
  path: string;
  component?: string;
  children?: Menu[];
}

const leaves = (menus: Menu[], above = ''): string[] =>
  menus.flatMap(({ path, children }) => {
    const whole = path.startsWith('/') ? path : `${above}/${path}`;
    return children?.length ? leaves(children, whole) : [whole];
  });

/** Everything to look at in the product that `api` speaks to: fixed pages, the menu's, one record of each kind, the shopper's page. */
export async function sights(api: Api): Promise<Sight[]> {
  const first = async (list: string) => (await api.call('GET', `${list}/list?pageSize=50&pageNum=1`)).rows ?? [];
  const menu = leaves((await api.must('GET', '/getRouters')).data).map((path) => pageOf(path));
  const single: Sight[] = [];
  for (const [name, list, pathOf] of records) {
    const path = (await first(list)).map(pathOf).find((each) => !/null|undefined/.test(each));
    if (path) single.push(pageOf(path, name));
  }
  const pages = [...fixed.map((path) => pageOf(path, path.slice(1).split('?')[0]?.replaceAll('/', '.'))), ...tabs, ...menu, ...single];
  const added = menu.map((page): Sight => ({ ...page, name: `${page.name}+primary`, open: primary }));
  return [...guests, ...pages, ...frame, ...added, ...(await shopperSights(api))];
}

async function shopperSights(api: Api): Promise<Sight[]> {
  const shown: Sight[] = [{ name: 'shopper.home', path: '/', site: 'shopper' }];
  for (const verdict of verdicts) {
    const { rows = [] } = await api.call('GET', `/manage/codeRecord/list?pageSize=10&pageNum=1&verdict=${verdict}`);
    const code = rows.map((row) => row.code).find(Boolean);
    if (code) shown.push({ name: `shopper.${verdict}`, path: `/c/${code}`, site: 'shopper' });
  }
  return [...shown, { name: 'shopper.nonsense', path: '/c/NONSENSE', site: 'shopper' }];
}
