import { verdicts } from '@suyuan/contract';
import type { Api } from '../../e2e/support/api.ts';
import { listDialogs, ownDialogs, recordDialogs } from './dialogs.ts';
import type { Opener } from './openers.ts';

export interface Capture {
  /** Name of its pictures; the part after `+` is opened on the page. */
  name: string;
  /** Relative to the URL of the console or of the verification site. */
  path: string;
  site: 'console' | 'guest' | 'consumer';
  /** One URL per capture, because the first visit changes the state. */
  oneTimePaths?: string[];
  open?: Opener;
}

const pageOf = (path: string, name = path.replace(/^\//, '').replaceAll('/', '.')): Capture => ({ name, path, site: 'console' });

const guestCaptures: Capture[] = ['login', 'register'].map((name) => ({ name: `user.${name}`, path: `/user/${name}`, site: 'guest' }));

const fixedPaths = [
  ...['/index', '/account/center', '/account/settings', '/form', '/parser', '/tinymce', '/AMapView', '/monitor/job/log'],
  ...['/system/role/authUser?roleId=2', '/system/notice/form', '/gen/edit', '/404', '/no/such'],
  ...['/manage/category/new', '/manage/supplier/new', '/manage/channelBusiness/new', '/manage/traceability/template/new'],
  ...['/manage/traceability/templates', '/manage/traceability/completeness', '/manage/traceability/fill'],
];

/** Tabs and other views that a URL selects. */
const tabCaptures = [
  pageOf('/parser?from=paste', 'parser.paste'),
  pageOf('/parser?from=draft', 'parser.draft'),
  pageOf(`/AMapView?${new URLSearchParams({ start: '广州市', end: '成都市' })}`, 'AMapView.route'),
  pageOf('/tool/swagger?document=public', 'tool.swagger.public'),
  pageOf('/system/dict?dictType=sys_notice_type', 'system.dict.entries'),
  ...['password', 'sessions'].map((tab) => pageOf(`/account/settings?tab=${tab}`, `account.settings.${tab}`)),
  ...['statements', 'routes', 'activity', 'tables'].map((tab) => pageOf(`/monitor/druid?tab=${tab}`, `monitor.druid.${tab}`)),
];

/** Pages of one record: the list that provides it, and the path built from its row. */
const recordPages: [name: string, list: string, path: (row: Record<string, unknown>) => string][] = [
  ['manage.batch.draft', '/manage/batch', ({ batchId, state }) => (state === 'draft' ? `/manage/batch/${batchId}` : 'null')],
  ['manage.batch.one', '/manage/batch', ({ batchId, state }) => (state === 'active' ? `/manage/batch/${batchId}` : 'null')],
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
  ['manage.trace.template', '/manage/traceTemplate', ({ templateId }) => `/manage/traceability/template/${templateId}`],
  ['manage.trace.record', '/manage/traceability', ({ traceRecordId }) => `/manage/traceability/record/${traceRecordId}`],
  ['manage.trace.batch', '/manage/traceability', ({ batchId }) => `/manage/traceability/batch/${batchId}`],
  ['business.category.one', '/manage/category', ({ categoryId }) => `/business/category/${categoryId}`],
  ['tool.form.one', '/tool/form', ({ formId }) => `/tool/form/${formId}`],
  ['form.one', '/tool/form', ({ formId }) => `/form?form=${formId}`],
  ['parser.one', '/tool/form', ({ formKey, state }) => (state === 'published' ? `/parser?key=${formKey}` : 'null')],
  ['gen.edit.one', '/tool/gen', ({ tableId }) => `/gen/edit?tableId=${tableId}`],
];

interface Menu {
  path: string;
  component?: string;
  children?: Menu[];
}

const leafPaths = (menus: Menu[], parentPath = ''): string[] =>
  menus.flatMap(({ path, children }) => {
    const fullPath = path.startsWith('/') ? path : `${parentPath.replace(/\/$/, '')}/${path}`;
    return children?.length ? leafPaths(children, fullPath) : [fullPath];
  });

/** All captures: fixed pages, pages of the menu, one record of each kind, their dialogs, and the verification page. */
export async function listCaptures(api: Api): Promise<Capture[]> {
  const listRows = async (list: string) => (await api.call('GET', `${list}/list?pageSize=50&pageNum=1`)).rows ?? [];
  const menu = leafPaths((await api.must('GET', '/getRouters')).data).map((path) => pageOf(path));
  const recordCaptures: Capture[] = [];
  for (const [name, list, pathOf] of recordPages) {
    const path = (await listRows(list)).map(pathOf).find((each) => !/null|undefined/.test(each));
    if (path) recordCaptures.push(pageOf(path, name));
    else console.log(`${name}: no such record in ${list}, so it is not looked at`);
  }
  const pages = [
    ...fixedPaths.map((path) => pageOf(path, path.slice(1).split('?')[0]?.replaceAll('/', '.'))),
    ...tabCaptures,
    ...menu,
    ...recordCaptures,
  ];
  const dialogsOf = (page: Capture) =>
    ownDialogs[page.name] ?? (recordCaptures.includes(page) ? recordDialogs : menu.includes(page) ? listDialogs : []);
  const dialogCaptures = (page: Capture) =>
    dialogsOf(page).map(([name, open]): Capture => ({ ...page, name: `${page.name}+${name}`, open }));
  return [...guestCaptures, ...pages.flatMap((page) => [page, ...dialogCaptures(page)]), ...(await verificationViews(api))];
}

/** Maximum captures that use a code without a previous scan. */
const MAX_UNVERIFIED = 8;

async function verificationViews(api: Api): Promise<Capture[]> {
  const captures: Capture[] = [{ name: 'consumer.home', path: '/', site: 'consumer' }];
  for (const verdict of verdicts) {
    const codes = verdict === 'genuine' ? await unverifiedCodes(api) : await verifiedCodes(api, verdict);
    const [first, ...rest] = codes.map((code) => `/c/${code}`);
    if (first)
      captures.push({ name: `consumer.${verdict}`, path: first, site: 'consumer', ...(verdict === 'genuine' && { oneTimePaths: rest }) });
  }
  return [...captures, { name: 'consumer.nonsense', path: '/c/NONSENSE', site: 'consumer' }];
}

/** Codes of an active batch without scans, sold or not. */
async function unverifiedCodes(api: Api): Promise<unknown[]> {
  const { rows: batches = [] } = await api.call('GET', '/manage/batch/list?state=active&pageSize=1&pageNum=1');
  if (!batches[0]) return [];
  const { rows = [] } = await api.call('GET', `/manage/code/list?batchId=${batches[0].batchId}&pageSize=100&pageNum=1`);
  const unscannedRows = rows.filter(
    ({ status, sessions, level }) => ['activated', 'shipped'].includes(String(status)) && !sessions && level === 0,
  );
  return unscannedRows.map(({ code }) => code).slice(0, MAX_UNVERIFIED);
}

/** A code whose verdict is repeatable: some codes are suspect only because of the scan's location. */
async function verifiedCodes(api: Api, verdict: string): Promise<unknown[]> {
  const { rows = [] } = await api.call('GET', `/manage/codeRecord/list?pageSize=100&pageNum=1&verdict=${verdict}`);
  const repeatableRows = verdict === 'suspect' ? rows.filter(({ reason }) => reason === 'manySessions') : rows;
  return repeatableRows
    .map(({ code }) => code)
    .filter(Boolean)
    .slice(0, 1);
}
