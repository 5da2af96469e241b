// Over 300 lines: every noun is requested across scopes, each by what it refers to.
import { emptyDoc } from '@suyuan/forms';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertDealer } from '../../test/dealers.ts';
import { insertBatch, insertDepartment, insertRole, insertUser, unique } from '../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../test/test-server.ts';
import { isRestPath } from './rest/rest-problem.ts';

type Answer = { code: number; problem?: string; rows?: unknown[]; total?: number; data?: unknown };
/** A request for the record `id` below `/api`. */
type Call = (id: number) => { url?: string; body?: object };

/** Resources without an owner: access depends on permissions alone. */
const UNOWNED = [
  // categories are shared by all departments
  ...['digit/category', 'digit/supplier', 'digit/channelBusiness', 'digit/traceability'],
  'system/config',
  'system/dict',
  'system/menu',
  'system/post',
  'system/notice',
  // its session keys are limited to users in scope; cache.test.ts covers others
  'monitor/cache',
  'monitor/druid',
  'monitor/job',
  'monitor/jobLog',
  'monitor/logininfor',
  // sessions have random IDs; online.test.ts covers other departments
  'monitor/online',
  'monitor/operlog',
  'monitor/server',
  'tool/gen',
  // one sample across all departments, for administrators
  'tool/sample',
  'tool/swagger',
];
/** Bulk routes without a record ID. */
const WITHOUT_ID =
  /\/(tree|overlaps|figures|handlers|matrix|list|calendar|export|counts|stateCounts|proposal|importTemplate|importData|importEpcis|optionselect|deptTree|treeselect)$|\/codeList\/\w+$/;

/** Routes for any signed-in user. Additions need a decision and an entry here. */
const SELF_CHECKED = [
  'DELETE /api/account/session/:id',
  'GET /api/account/task/:id',
  'GET /api/system/config/configKey/:key',
  'GET /api/system/dict/data/type/:dictType',
  'GET /api/system/menu/roleMenuTreeselect/:roleId',
  'GET /api/system/notice/:id',
  // limited by the form's audience
  'GET /api/tool/form/fill/:formKey',
  'POST /api/tool/form/fill/:formKey',
  'PUT /api/account/task/:id/cancel',
];

/** Every route on an owned record, called for another department's record. Reads the route table, so new routes are covered. */
describe('record of another department', () => {
  let server: TestServer;
  let foreigner: Client;
  let owner: Client;
  let routeTable: { route: string; permission: string }[];

  const emptyCall: Call = () => ({});
  const unknownScan: Call = () => ({ body: { scanId: '01890000-0000-7000-8000-000000000000', note: '看过', reason: '看过' } });
  const reason: Call = () => ({ body: { reason: '误印', confirm: 'x' } });
  const newUser = async () => (await insertUser(server.db, { deptId: 100 })).userId;
  const newRole = async () => (await insertRole(server.db, await newUser(), [], '5')).roleId;
  const stepForm = JSON.stringify({ designer: 'fields', version: 1, fields: [] });
  const step = { stepName: '检验', required: true, filler: 'any', bizStep: 'inspecting', public: true, orderNum: 1, form: stepForm };
  const newTemplate = async () => {
    const row = { templateName: `模板${unique()}`, deptId: 100, createBy: await newUser() };
    const { templateId } = await server.db.insertInto('traceTemplate').values(row).returning('templateId').executeTakeFirstOrThrow();
    await server.db
      .insertInto('traceStep')
      .values({ ...step, templateId })
      .execute();
    return templateId;
  };
  /** A record with the same ID as its batch, since the routes use one or the other. */
  const newTrace = async () => {
    const batchId = await newBatch();
    const templateId = await newTemplate();
    const { stepId } = await server.db
      .selectFrom('traceStep')
      .select('stepId')
      .where('templateId', '=', templateId)
      .executeTakeFirstOrThrow();
    const { stepName, filler, bizStep, form } = step;
    const record = { batchId, stepId, subject: 'batch', eventTime: '2026-01-01', stepName, filler, bizStep, form };
    const owner = { deptId: 100, createBy: await newUser() };
    await server.db
      .insertInto('traceRecord')
      .values({ traceRecordId: batchId, ...record, ...owner })
      .execute();
    return batchId;
  };
  /** A batch with a print order of the same ID. */
  const newPaper = async () =>
    (
      await server.db
        .insertInto('supplierPaper')
        .values({ supplierId: await referenced('supplierId'), kind: 'certificate', paperName: '许可证', createBy: await newUser() })
        .returning('paperId')
        .executeTakeFirstOrThrow()
    ).paperId;
  const newDealer = async () =>
    (
      await server.db
        .insertInto('dealer')
        .values({ channelBusinessCode: `D-${unique()}`, channelBusinessName: '渠道商', deptId: 100, createBy: await newUser() })
        .returning('channelBusinessId')
        .executeTakeFirstOrThrow()
    ).channelBusinessId;
  const newBatch = async () => {
    const { batchId } = await insertBatch(server.db);
    const row = { handoverId: batchId, batchId, recipient: '印刷厂', kind: 'lines', form: '{}', ordinalFrom: 0, count: 1 };
    const by = { salt: Buffer.alloc(16), createBy: await newUser() };
    await server.db
      .insertInto('printOrder')
      .values({ ...row, ...by })
      .execute();
    return batchId;
  };
  const newCase = async () => {
    const row = { subject: 'code', reason: 'manySessions', batchId: await newBatch(), level: 0, ordinal: 0, deptId: 100 };
    return (await server.db.insertInto('scanCase').values(row).returning('caseId').executeTakeFirstOrThrow()).caseId;
  };
  const newBlocked = async () => {
    const row = { kind: 'device', device: unique().toString(16).padStart(12, '0'), reason: '试探', deptId: 100 };
    return (await server.db.insertInto('blacklist').values(row).returning('blacklistId').executeTakeFirstOrThrow()).blacklistId;
  };
  const referenced = async (key: 'supplierId' | 'categoryId' | 'codeRuleId') =>
    (
      await server.db
        .selectFrom('batch')
        .select(key)
        .where('batchId', '=', await newBatch())
        .executeTakeFirstOrThrow()
    )[key];

  const newShipment = async () => {
    const { channelBusinessId: toId } = await insertDealer(server.db);
    const row = { kind: 'out', toId, deptId: 100, createBy: await newUser() };
    return (await server.db.insertInto('shipment').values(row).returning('dispatchId').executeTakeFirstOrThrow()).dispatchId;
  };
  const newBulkAction = async () => {
    const row = {
      act: 'print',
      fileName: 'a.txt',
      file: 'codeList/2026/01/01/0.txt',
      encoding: 'utf-8',
      deptId: 100,
      createBy: await newUser(),
    };
    return (await server.db.insertInto('bulkAction').values(row).returning('codeListId').executeTakeFirstOrThrow()).codeListId;
  };

  /** A published form with a submission of the same ID. */
  const newForm = async () => {
    const [owner, doc] = [{ createBy: await newUser() }, JSON.stringify(emptyDoc())];
    const row = { formKey: `form-${unique()}`, formName: '表单', doc, state: 'published', versionNo: 1, deptId: 100, ...owner };
    const { formId } = await server.db.insertInto('form').values(row).returning('formId').executeTakeFirstOrThrow();
    const sha256 = sql<string>`encode(sha256(convert_to(${doc}::jsonb::text, 'UTF8')), 'hex')`;
    await server.db.insertInto('formVersion').values({ formId, versionNo: 1, doc, sha256, publishBy: owner.createBy }).execute();
    await server.db
      .insertInto('formAnswer')
      .values({ answerId: formId, formId, versionNo: 1, data: '{}', deptId: 100, ...owner })
      .execute();
    return formId;
  };

  const owned: Record<string, { make: () => Promise<number>; calls: Record<string, Call> }> = {
    'system/user': {
      make: newUser,
      calls: {
        'GET /:id': emptyCall,
        'GET /authRole/:id': emptyCall,
        'DELETE /:ids': emptyCall,
        'GET ': emptyCall,
        'PUT ': (userId) => ({ body: { userId, nickName: '外人' } }),
        'PUT /resetPwd': (userId) => ({ body: { userId, password: 'quite a long phrase 42' } }),
        'PUT /changeStatus': (userId) => ({ body: { userId, status: '1' } }),
        'PUT /authRole': (userId) => ({ url: `/system/user/authRole?userId=${userId}&roleIds=` }),
      },
    },
    'system/role': {
      make: newRole,
      calls: {
        'GET /:id': emptyCall,
        'GET /deptTree/:roleId': emptyCall,
        'DELETE /:ids': emptyCall,
        'PUT ': (roleId) => ({ body: { roleId, roleName: `改名${unique()}` } }),
        'PUT /dataScope': (roleId) => ({ body: { roleId, dataScope: '5', deptIds: [] } }),
        'PUT /changeStatus': (roleId) => ({ body: { roleId, status: '1' } }),
        'GET /authUser/allocatedList': (roleId) => ({ url: `/system/role/authUser/allocatedList?roleId=${roleId}` }),
        'GET /authUser/unallocatedList': (roleId) => ({ url: `/system/role/authUser/unallocatedList?roleId=${roleId}` }),
        'PUT /authUser/cancel': (roleId) => ({ body: { roleId, userId: foreigner.userId } }),
        'PUT /authUser/cancelAll': (roleId) => ({ url: `/system/role/authUser/cancelAll?roleId=${roleId}&userIds=${foreigner.userId}` }),
        'PUT /authUser/selectAll': (roleId) => ({ url: `/system/role/authUser/selectAll?roleId=${roleId}&userIds=${foreigner.userId}` }),
      },
    },
    'system/dept': {
      make: async () => (await insertDepartment(server.db)).deptId,
      calls: {
        'GET /:id': emptyCall,
        'GET /list/exclude/:id': emptyCall,
        'GET /roleDeptTreeselect/:roleId': emptyCall,
        'DELETE /:ids': emptyCall,
        'PUT ': (deptId) => ({ body: { deptId, deptName: `改名${unique()}` } }),
        'PUT /updateSort': (deptId) => ({ body: { deptIds: `${deptId}`, orderNums: '7' } }),
      },
    },
    'manage/supplier': {
      make: () => referenced('supplierId'),
      calls: {
        'GET /:id': emptyCall,
        'GET /:id/impact': emptyCall,
        'DELETE /:ids': emptyCall,
        'PUT ': (supplierId) => ({ body: { supplierId, supplierName: '改名' } }),
        ...Object.fromEntries(['submit', 'approve', 'resume'].map((verb) => [`PUT /:id/${verb}`, emptyCall])),
        ...Object.fromEntries(['reject', 'suspend', 'terminate'].map((verb) => [`PUT /:id/${verb}`, reason])),
        'GET /:id/events': emptyCall,
        'GET /:id/bank': emptyCall,
        'PUT /:id/clone': () => ({ body: { supplierCode: `CLONE-${unique()}` } }),
      },
    },
    'manage/supplierPaper': {
      make: newPaper,
      calls: { 'GET /:id': emptyCall, 'DELETE /:ids': emptyCall, 'PUT ': (paperId) => ({ body: { paperId, paperName: '改名' } }) },
    },
    'manage/channelBusiness': {
      make: newDealer,
      calls: {
        'GET /:id': emptyCall,
        'GET /:id/impact': emptyCall,
        'DELETE /:ids': emptyCall,
        'PUT ': (channelBusinessId) => ({ body: { channelBusinessId, channelBusinessName: '改名' } }),
        ...Object.fromEntries(['submit', 'approve', 'resume'].map((verb) => [`PUT /:id/${verb}`, emptyCall])),
        ...Object.fromEntries(['reject', 'suspend', 'terminate'].map((verb) => [`PUT /:id/${verb}`, reason])),
        'PUT /:id/authorise': () => ({ body: { regionCodes: ['440000'], categoryIds: [] } }),
        'GET /:id/events': emptyCall,
        'GET /:id/stock': emptyCall,
        'GET /:id/figures': emptyCall,
        'PUT /:id/clone': () => ({ body: { channelBusinessCode: `CLONE-${unique()}` } }),
      },
    },
    'manage/category': {
      make: () => referenced('categoryId'),
      calls: {
        'GET /:id': emptyCall,
        'GET /:id/figures': emptyCall,
        'DELETE /:ids': emptyCall,
        'PUT ': (categoryId) => ({ body: { categoryId, categoryName: '改名' } }),
        'PUT /:id/clone': () => ({ body: { categoryCode: `CLONE-${unique()}` } }),
      },
    },
    'business/category': { make: () => referenced('categoryId'), calls: { 'GET /:id/figures': emptyCall } },
    'manage/codeRule': {
      make: () => referenced('codeRuleId'),
      calls: {
        'GET /:id': emptyCall,
        'DELETE /:ids': emptyCall,
        'PUT ': (codeRuleId) => ({ body: { codeRuleId, ruleName: `改名${unique()}` } }),
      },
    },
    'manage/batch': {
      make: newBatch,
      calls: {
        'GET /:id': emptyCall,
        'GET /:id/impact': emptyCall,
        'DELETE /:ids': emptyCall,
        'PUT /:id/clone': () => ({ body: { batchNo: `K${unique()}`, madeDate: '2026-01-01' } }),
        'PUT ': (batchId) => ({ body: { batchId, remark: '改' } }),
        ...Object.fromEntries(
          ['submit', 'approve', 'issue', 'activate', 'unfreeze', 'close'].map((verb) => [`PUT /:id/${verb}`, emptyCall]),
        ),
        ...Object.fromEntries(['reject', 'cancel', 'freeze', 'recall', 'void'].map((verb) => [`PUT /:id/${verb}`, reason])),
        'PUT /:id/hold': () => ({ body: { legalHold: true, reason: '诉讼' } }),
        'GET /:id/events': emptyCall,
        'GET /:id/runs': emptyCall,
        'GET /:id/supplements': emptyCall,
        'PUT /:id/supplement': () => ({ body: { quantity: 1, reason: '补' } }),
        ...Object.fromEntries(
          ['approve', 'reject', 'withdraw'].map((verb) => [
            `PUT /:id/supplements/:supplementId/${verb}`,
            (batchId: number) => ({ url: `/manage/batch/${batchId}/supplements/1/${verb}`, body: { reason: '补' } }),
          ]),
        ),
        'PUT /:id/exportCodes': () => ({ body: { columns: ['code'], format: 'csv' } }),
        'GET /:id/exports': emptyCall,
        'PUT /:id/handOver': () => ({ body: { recipient: '印刷厂', kind: 'lines' } }),
        'GET /:id/label': emptyCall,
        'POST /:id/importCodes': emptyCall,
        'GET /:id/imports': emptyCall,
        'GET /:id/imports/:importId/report': (batchId) => ({ url: `/manage/batch/${batchId}/imports/1/report` }),
        ...Object.fromEntries(
          ['release', 'withdraw', 'link', 'password'].map((verb) => [`PUT /api/manage/handover/:id/${verb}`, emptyCall]),
        ),
        'PUT /api/manage/handover/:id/refuse': reason,
        'GET /:id/exports/:exportId/manifest': emptyCall,
      },
    },
    'manage/handover': { make: newBatch, calls: { 'GET /:id': emptyCall } },
    'manage/code': {
      make: newBatch,
      calls: {
        'GET /detail': (batchId) => ({ url: `/manage/code/detail?batchId=${batchId}&ordinal=1` }),
        'GET /history': (batchId) => ({ url: `/manage/code/history?batchId=${batchId}&ordinal=1` }),
        ...Object.fromEntries(
          ['takeBack', 'freeze', 'unfreeze', 'void'].map((verb) => [
            `PUT /${verb}`,
            (batchId: number) => ({ body: { batchId, from: 1, to: 2, reason: '误印' } }),
          ]),
        ),
        // an unknown code: only its text identifies it
        'PUT /pack': () => ({ body: { container: 'NOBODYS', codes: ['NOBODYS'] } }),
        'PUT /relabel': () => ({ body: { container: 'NOBODYS', reason: '印错' } }),
        'PUT /unlockPin': () => ({ body: { code: 'NOBODYS', reason: '误输' } }),
        'PUT /unpack': (batchId) => ({ body: { batchId, from: 1, to: 2 } }),
      },
    },
    'manage/traceTemplate': {
      make: newTemplate,
      calls: { 'GET /:id': emptyCall, 'DELETE /:ids': emptyCall, 'PUT ': (templateId) => ({ body: { templateId, remark: '改' } }) },
    },
    'manage/traceability': {
      make: newTrace,
      calls: {
        'GET /:id': emptyCall,
        'DELETE /:ids': emptyCall,
        'PUT ': (traceRecordId) => ({ body: { traceRecordId, placeName: '改' } }),
        ...Object.fromEntries(['submit', 'verify', 'publish'].map((verb) => [`PUT /:id/${verb}`, emptyCall])),
        ...Object.fromEntries(['reject', 'correct'].map((verb) => [`PUT /:id/${verb}`, reason])),
        'GET /owners': (categoryId) => ({ url: `/manage/traceability/owners?categoryId=${categoryId}` }),
        ...Object.fromEntries(
          ['trace', 'genealogy', 'preview', 'proof', 'epcis', 'report'].map((view) => [
            `GET /${view}`,
            (batchId: number) => ({ url: `/manage/traceability/${view}?batchId=${batchId}` }),
          ]),
        ),
      },
    },
    'manage/dispatch': {
      make: newShipment,
      calls: {
        'GET /:id': emptyCall,
        'DELETE /:ids': emptyCall,
        'PUT ': (dispatchId) => ({ body: { dispatchId, carrier: '外人' } }),
        ...Object.fromEntries(['ship', 'receive', 'cancel'].map((verb) => [`PUT /:id/${verb}`, emptyCall])),
        'GET /:id/content': emptyCall,
        'PUT /:id/lines': () => ({ body: { batchId: 987_654, from: 1, to: 1 } }),
        'DELETE /:id/lines/:lineId': (dispatchId) => ({ url: `/manage/dispatch/${dispatchId}/lines/1` }),
      },
    },
    'manage/codeList': { make: newBulkAction, calls: { 'GET /:id': emptyCall, 'GET /:id/lines': emptyCall, 'GET /:id/report': emptyCall } },
    'manage/figure': {
      make: newBatch,
      calls: {
        'GET /home': emptyCall,
        'GET /hours': emptyCall,
        'GET /regions': () => ({ url: '/manage/figure/regions?regionCode=330000' }),
      },
    },
    'manage/recallImpact': { make: newBatch, calls: { 'GET /:id/summary': emptyCall } },
    // without a location, which is validated before the code; inspect.test.ts sends one
    'manage/codeRecord': { make: newBatch, calls: { 'POST /inspect': () => ({ body: { code: 'NOBODYS' } }) } },
    'manage/codeCase': {
      make: newCase,
      calls: {
        'GET /:id': emptyCall,
        'GET /:id/evidence': emptyCall,
        'GET /:id/report/:reportId/picture': (caseId) => ({ url: `/manage/codeCase/${caseId}/report/1/picture` }),
        'PUT /:id/assign': emptyCall,
        'PUT /:id/note': () => ({ body: { note: '看过' } }),
        'PUT /:id/judge': () => ({ body: { verdict: 'genuine', note: '看过' } }),
        'PUT /:id/reopen': () => ({ body: { note: '看过' } }),
        'POST /ofScan': unknownScan,
      },
    },
    'manage/blacklist': { make: newBlocked, calls: { 'GET /:id': emptyCall, 'DELETE /:ids': emptyCall, 'POST /ofScan': unknownScan } },
    'manage/diversion': { make: newBatch, calls: {} },
    'tool/form': {
      make: newForm,
      calls: {
        'GET /:id': emptyCall,
        'DELETE /:ids': emptyCall,
        'PUT ': (formId) => ({ body: { formId, remark: '改' } }),
        ...Object.fromEntries(['publish', 'close', 'reopen'].map((verb) => [`PUT /:id/${verb}`, emptyCall])),
        'GET /:id/changes': emptyCall,
        'GET /:id/versions': emptyCall,
        'GET /:id/versions/:versionNo': (formId) => ({ url: `/tool/form/${formId}/versions/1` }),
        'GET Answer/:id': emptyCall,
        'DELETE Answer/:ids': emptyCall,
      },
    },
  };

  const nounOf = (permission: string) => permission.split(':').slice(0, 2).join('/');
  const callRoute = async (client: Client, route: string, id: number, call: Call): Promise<Answer> => {
    const [method = '', url = ''] = route.split(' ');
    const { url: address = url.replace('/api', '').replace(':exportId', '1').replace(/:\w+/, String(id)), body } = call(id);
    if (method === 'GET') return (await client.get(address)).body;
    if (method === 'POST') return (await client.post(address, body ?? {})).body;
    return (method === 'DELETE' ? await client.delete(address) : await client.put(address, body)).body;
  };

  beforeAll(async () => {
    server = await startTestServer();
    routeTable = server.app.routeTable.flatMap(({ method, url, access }) =>
      // plain REST runs the same handlers with the same scope
      typeof access === 'object' && !isRestPath(url) ? [{ route: `${method} ${url}`, permission: access.permission }] : [],
    );
    const all = [...new Set(routeTable.map(({ permission }) => permission))];
    const department = await insertDepartment(server.db);
    foreigner = await server.as(all, { deptId: department.deptId, dataScope: '3' });
    owner = await server.as(all);
    return () => server.close();
  });

  it('is requested in this test by every route for owned records', () => {
    const missing = routeTable.flatMap(({ route, permission }) => {
      const noun = nounOf(permission);
      if (UNOWNED.includes(noun)) return [];
      const [method = '', url = ''] = route.split(' ');
      if (method === 'POST' && url === `/api/${noun}`) return [];
      if (WITHOUT_ID.test(url) && !url.includes(':') && !url.includes('authUser')) return [];
      return callOf(route, noun) ? [] : [`${route} (${permission})`];
    });
    expect(missing).toEqual([]);
  });

  it('is reachable without a permission only by listed routes that check the scope themselves', () => {
    const free = server.app.routeTable.filter(({ url, access }) => access === 'signedIn' && /[:*]/.test(url) && !isRestPath(url));
    expect(free.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(SELF_CHECKED);
  });

  it('is reported as missing by every route, and stays unchanged', async () => {
    for (const { route, permission } of routeTable) {
      const noun = nounOf(permission);
      const call = callOf(route, noun);
      if (!call) continue;
      const { make } = owned[noun] as (typeof owned)[string];
      const id = await make();
      const before = await snapshot();
      const foreign = await callRoute(foreigner, route, id, call);
      expect(await snapshot(), route).toEqual(before);
      const none = await callRoute(foreigner, route, 987_654, call);
      expect([foreign.problem, foreign.total, foreign.data], route).toEqual([none.problem, none.total, none.data]);
      expect(String(foreign.problem), route).not.toMatch(/^(forbidden|invalidInput|unexpected)$/);
      const own = await callRoute(owner, route, id, call);
      expect(String(own.problem), `${route} by its owner`).not.toMatch(/^(forbidden|invalidInput|unexpected)$/);
    }
  });

  function callOf(route: string, noun: string): Call | undefined {
    const [method, url = ''] = route.split(' ');
    const own = owned[noun]?.calls[`${method} ${url.replace(`/api/${noun}`, '')}`];
    return own ?? owned['system/dept']?.calls[`${method} ${url.replace('/api/system/dept', '')}`];
  }

  async function snapshot() {
    const { db } = server;
    const [users, userRoles, roles, roleMenus, roleDepartments, departments, batches, suppliers, products, rules] = await Promise.all([
      db.selectFrom('users').selectAll().orderBy('userId').execute(),
      db.selectFrom('userRole').selectAll().orderBy('userId').orderBy('roleId').execute(),
      db.selectFrom('role').selectAll().orderBy('roleId').execute(),
      db.selectFrom('roleMenu').selectAll().orderBy('roleId').orderBy('menuId').execute(),
      db.selectFrom('roleDepartment').selectAll().orderBy('roleId').orderBy('deptId').execute(),
      db.selectFrom('department').selectAll().orderBy('deptId').execute(),
      db.selectFrom('batch').selectAll().orderBy('batchId').execute(),
      db.selectFrom('supplier').selectAll().orderBy('supplierId').execute(),
      db.selectFrom('product').selectAll().orderBy('categoryId').execute(),
      db.selectFrom('codeRule').selectAll().orderBy('codeRuleId').execute(),
    ]);
    return { users, userRoles, roles, roleMenus, roleDepartments, depts: departments, batches, suppliers, categories: products, rules };
  }
});
