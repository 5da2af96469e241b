import { Department } from '@suyuan/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '../../../test/count-statements.ts';
import { insertDepartment, insertRole, insertUser, supplierInput, unique } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

const verbs = (root: string, names: string) => names.split(' ').map((verb) => `${root}:${verb}`);
const all = verbs('system:dept', 'list query add edit remove');

describe('departments', () => {
  let server: TestServer;
  let admin: Client;
  let head: Client;
  const path = '/system/dept';
  const input = (overrides: object = {}) => ({ deptName: `部门${unique()}`, orderNum: 1, ...overrides });
  const add = async (overrides: object = {}, by = head) => (await by.post(path, input(overrides))).body.data.deptId as number;
  const read = async (deptId: number) => (await head.get(`${path}/${deptId}`)).body.data;
  const idsOf = ({ body }: { body: { data: { deptId: number }[] } }) => body.data.map(({ deptId }) => deptId);

  beforeAll(async () => {
    server = await startTestServer();
    head = await server.as(all);
    admin = await server.as([]);
    await server.db.insertInto('userRole').values({ userId: admin.userId, roleId: 1 }).execute();
    return () => server.close();
  });

  it('are listed completely and flat, by parent and order, in the RuoYi format', async () => {
    const { body } = await head.get(`${path}/list`);
    expect(Object.keys(body).sort()).toEqual(['code', 'data', 'msg']);
    expect(body.data[0]).toMatchObject({ deptId: 100, parentId: 0, ancestors: '0', delFlag: '0', parentName: null, children: [] });
    expect(body.data.find(({ deptId }: { deptId: number }) => deptId === 103)).toMatchObject({ parentId: 101, ancestors: '0,100,101' });
    for (const row of body.data) expect(Department.strict().safeParse(row).error).toBeUndefined();
    const order = body.data.map((row: { parentId: number; orderNum: number }) => row.parentId * 1e6 + row.orderNum);
    expect(order).toEqual([...order].sort((one, other) => one - other));
    expect(await read(103)).toMatchObject({ parentName: '华东公司' });
  });

  it('are filtered by name, status, parent and number, and blank filters are ignored', async () => {
    const parentId = await add({ parentId: 100, deptName: '百分%部' });
    const deptId = await add({ parentId, status: '1' });
    expect(idsOf(await head.get(`${path}/list?deptName=${encodeURIComponent('%')}&status=`))).toEqual([parentId]);
    expect(idsOf(await head.get(`${path}/list?parentId=${parentId}&status=1`))).toEqual([deptId]);
    expect(idsOf(await head.get(`${path}/list?deptId=${deptId}`))).toEqual([deptId]);
    expect((await head.get(`${path}/list?params[dataScope]=and 1=0) or (1=1`)).body.data.length).toBeGreaterThan(5);
  });

  it('offer all departments except the edited one and its children as parents', async () => {
    const ids = idsOf(await head.get(`${path}/list/exclude/101`));
    expect(ids).toContain(102);
    for (const below of [101, 103, 104, 107]) expect(ids).not.toContain(below);
  });

  it('are returned as a selection tree, also at the old RuoYi path', async () => {
    const { body } = await head.get(`${path}/treeselect`);
    expect(body.data[0]).toMatchObject({ id: 100, label: '总部', disabled: false });
    const east = body.data[0].children.find(({ id }: { id: number }) => id === 101);
    expect(east.children[0]).toEqual({ id: 103, label: '生产计划部', disabled: false });
  });

  it('are returned as a filtered tree, with matches at the top when their parent does not match', async () => {
    const chooser = await server.as(['system:dept:list', 'system:user:list']);
    for (const url of [`${path}/treeselect`, '/system/user/deptTree']) {
      const fetchTree = async (query: string) => (await chooser.get(`${url}?${query}`)).body.data;
      expect(await fetchTree(`deptName=${encodeURIComponent('生产计划')}`)).toEqual([{ id: 103, label: '生产计划部', disabled: false }]);
      expect(await fetchTree(`deptName=${encodeURIComponent('生产计划')}&status=1`)).toEqual([]);
      expect((await fetchTree('status=0&deptName='))[0]).toMatchObject({ id: 100, children: expect.any(Array) });
    }
  });

  it('report the invalid field', async () => {
    const refusals: [object, string][] = [
      [{ deptName: ' ' }, 'deptName'],
      [{ deptName: '长'.repeat(31) }, 'deptName'],
      [{ orderNum: null }, 'orderNum'],
      [{ phone: 'abc' }, 'phone'],
      [{ email: 'nobody' }, 'email'],
      [{ status: '2' }, 'status'],
    ];
    for (const [overrides, field] of refusals)
      expect((await head.post(path, input({ parentId: 100, ...overrides }))).body).toMatchObject({
        problem: 'invalidInput',
        params: { field },
      });
  });

  it('are added below an enabled visible parent, and at the top by administrators only', async () => {
    const off = await add({ parentId: 100, status: '1' });
    expect((await head.post(path, input({ parentId: off }))).body).toMatchObject({ problem: 'departmentParentOff' });
    expect((await head.post(path, input({ parentId: 999_999 }))).body).toMatchObject({ problem: 'referenceNotFound' });
    expect((await head.post(path, input({ parentId: 0 }))).body).toMatchObject({ code: 500, problem: 'departmentRootNotYours' });
    const root = await add({ parentId: 0 }, admin);
    expect(await read(root)).toMatchObject({ parentId: 0, ancestors: '0', createBy: admin.userName });
  });

  it('have unique names among siblings, also for two at once, and may repeat elsewhere', async () => {
    const both = await Promise.all([1, 2].map(() => head.post(path, { deptName: '同名部', orderNum: '1', parentId: '100' })));
    expect(both.map(({ body }) => body.problem ?? 'none').sort()).toEqual(['departmentNameTaken', 'none']);
    expect(await add({ deptName: '同名部', parentId: 101 })).toBeGreaterThan(0);
  });

  it('ignore server-managed fields, and keep fields that an edit omits', async () => {
    const deptId = await add({
      parentId: 100,
      leader: '李明',
      createBy: 'x',
      delFlag: '2',
      ancestors: '9',
      createTime: '2000-01-01 00:00:00',
    });
    const before = await read(deptId);
    expect(before).toMatchObject({ ancestors: '0,100', createBy: head.userName, delFlag: '0' });
    await head.put(path, { ...before, deptId: String(deptId), orderNum: '7', ancestors: '0,1,2', children: [] });
    expect(await read(deptId)).toMatchObject({ leader: '李明', orderNum: 7, ancestors: '0,100', parentId: 100, version: 2 });
    expect((await head.put(path, { deptId, version: 1, leader: 'late' })).body).toMatchObject({ problem: 'recordStale' });
  });

  it('move with all children, and never below themselves', async () => {
    const top = await add({ parentId: 101 });
    const middle = await add({ parentId: top });
    const leaf = await add({ parentId: middle });
    expect((await head.put(path, { deptId: top, parentId: 102 })).body.code).toBe(200);
    expect(await read(leaf)).toMatchObject({ ancestors: `0,100,102,${top},${middle}` });
    for (const parentId of [top, middle, leaf])
      expect((await head.put(path, { deptId: top, parentId })).body).toMatchObject({ code: 500, problem: 'departmentBelowItself' });
    expect((await head.put(path, { deptId: top, parentId: 0 })).body).toMatchObject({ problem: 'departmentRootNotYours' });
    expect((await admin.put(path, { deptId: top, parentId: 0 })).body.code).toBe(200);
    expect(await read(leaf)).toMatchObject({ ancestors: `0,${top},${middle}` });
  });

  it('form no cycle when two move below each other at once', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await add({ parentId: 100 }), await add({ parentId: 100 })];
      const answers = await Promise.all([
        head.put(path, { deptId: one, parentId: other }),
        head.put(path, { deptId: other, parentId: one }),
      ]);
      expect(answers.map(({ body }) => body.problem ?? 'none').sort()).toEqual(['departmentBelowItself', 'none']);
    }
    const knots = await sql`select 1 from department where dept_id = any(ancestors)`.execute(server.db);
    expect(knots.rows).toEqual([]);
  });

  it('are disabled when no child is enabled, and enabled with all parents', async () => {
    const top = await add({ parentId: 101 });
    const leaf = await add({ parentId: top });
    expect((await head.put(path, { deptId: top, status: '1' })).body).toMatchObject({ code: 500, problem: 'departmentHasEnabledChildren' });
    for (const deptId of [leaf, top]) expect((await head.put(path, { deptId, status: '1' })).body.code).toBe(200);
    expect((await head.put(path, { deptId: leaf, status: '0' })).body.code).toBe(200);
    expect(await read(top)).toMatchObject({ status: '0' });
  });

  it('are reordered by two comma lists, all or none', async () => {
    const parentId = await add({ parentId: 100 });
    const [one, other] = [await add({ parentId }), await add({ parentId })];
    expect((await head.put(`${path}/updateSort`, { deptIds: `${one},${other}`, orderNums: '2,1' })).body.code).toBe(200);
    expect(idsOf(await head.get(`${path}/list?parentId=${parentId}`))).toEqual([other, one]);
    for (const [deptIds, orderNums] of [
      [`${one},999999`, '9,9'],
      [`${one}`, '1,2'],
      [`${one},${one}`, '1,2'],
      [`${one}`, 'x'],
      ['', ''],
    ])
      expect((await head.put(`${path}/updateSort`, { deptIds, orderNums })).body.code, deptIds).toBe(500);
    expect(idsOf(await head.get(`${path}/list?parentId=${parentId}`))).toEqual([other, one]);
  });

  it('stay, with a warning, while they have children, users or business records', async () => {
    expect((await head.delete(`${path}/100`)).body).toMatchObject({ code: 601, problem: 'departmentHasChildren' });
    const deptId = await add({ parentId: 100 });
    const { userId } = await insertUser(server.db, { deptId });
    expect((await head.delete(`${path}/${deptId}`)).body).toMatchObject({ code: 601, problem: 'departmentHasUsers' });
    await server.db.updateTable('users').set({ delFlag: '2' }).where('userId', '=', userId).execute();
    await insertRole(server.db, userId, [], '2', [deptId]);
    const buyer = await server.as(['manage:supplier:add'], { deptId });
    await buyer.post('/manage/supplier', supplierInput());
    await server.db.updateTable('users').set({ deptId: 100 }).where('userId', '=', buyer.userId).execute();
    expect((await head.delete(`${path}/${deptId}`)).body).toMatchObject({ code: 601, problem: 'departmentInUse' });
    await server.db.deleteFrom('supplier').where('deptId', '=', deptId).execute();
    expect((await head.delete(`${path}/${deptId}`)).body.code).toBe(200);
    expect((await head.get(`${path}/${deptId}`)).body).toMatchObject({ problem: 'notFound' });
    expect((await head.delete(`${path}/${deptId}`)).body).toMatchObject({ problem: 'notFound' });
  });

  it('have a problem message for every table that references them', async () => {
    const { rows } = await sql<{ table: string; name: string }>`select conrelid::regclass::text as table, conname as name from pg_constraint
      where contype = 'f' and confrelid = 'department'::regclass and confdeltype = 'a' order by 1`.execute(server.db);
    expect(rows.length).toBeGreaterThan(5);
    for (const { table, name } of rows) expect(handledConstraints, `${table}: ${name}`).toContain(name);
  });

  it('cannot be deleted while a child is being added', async () => {
    const parentId = await add({ parentId: 100 });
    const [removal, addition] = await Promise.all([head.delete(`${path}/${parentId}`), head.post(path, input({ parentId }))]);
    expect([removal.body.code, addition.body.code].sort()).toSatisfy(
      (codes: number[]) => codes.join() === '200,500' || codes.join() === '200,601',
    );
  });

  it('are visible within each data scope, and cannot be changed outside it', async () => {
    const root = await insertDepartment(server.db);
    const branch = await insertDepartment(server.db, root);
    const leaf = await insertDepartment(server.db, branch);
    const viewAs = async (dataScope: '1' | '2' | '3' | '4' | '5', deptId: number) => {
      const client = await server.as(all, { deptId, dataScope });
      return { client, ids: idsOf(await client.get(`${path}/list`)) };
    };
    expect((await viewAs('1', leaf.deptId)).ids).toEqual(expect.arrayContaining([100, root.deptId, leaf.deptId]));
    expect((await viewAs('2', branch.deptId)).ids).toEqual([]);
    expect((await viewAs('3', branch.deptId)).ids).toEqual([branch.deptId]);
    expect((await viewAs('5', branch.deptId)).ids).toEqual([]);
    const { client, ids } = await viewAs('4', branch.deptId);
    expect(ids).toEqual([branch.deptId, leaf.deptId]);
    expect((await client.get(`${path}/treeselect`)).body.data).toMatchObject([{ id: branch.deptId, children: [{ id: leaf.deptId }] }]);

    const refused = [
      client.get(`${path}/${root.deptId}`),
      client.put(path, { deptId: root.deptId, orderNum: 9 }),
      client.delete(`${path}/${root.deptId}`),
      client.put(`${path}/updateSort`, { deptIds: `${leaf.deptId},${root.deptId}`, orderNums: '8,8' }),
    ];
    for (const answer of await Promise.all(refused)) expect(answer.body).toMatchObject({ code: 500, problem: 'notFound' });
    for (const parentId of [root.deptId, 102]) {
      expect((await client.post(path, input({ parentId }))).body).toMatchObject({ problem: 'referenceNotFound' });
      expect((await client.put(path, { deptId: leaf.deptId, parentId })).body).toMatchObject({ problem: 'referenceNotFound' });
    }
    expect((await client.get(`${path}/${leaf.deptId}`)).body.data).toMatchObject({ orderNum: 0, parentId: branch.deptId });
  });

  it('are visible through every role with the permission, and through no other role', async () => {
    const [one, other, third] = [await insertDepartment(server.db), await insertDepartment(server.db), await insertDepartment(server.db)];
    const client = await server.as(['system:dept:list'], { deptId: one.deptId, dataScope: '3' });
    await insertRole(server.db, client.userId, ['system:dept:list'], '2', [other.deptId]);
    await insertRole(server.db, client.userId, ['system:user:list'], '2', [third.deptId]);
    expect(idsOf(await client.get(`${path}/list`)).sort()).toEqual([one.deptId, other.deptId].sort());
  });

  it('take one SQL statement for one as for a hundred departments', async () => {
    for (let count = 0; count < 100; count++) await insertDepartment(server.db, { deptId: 102, ancestors: [100] });
    for (const url of [`${path}/list`, `${path}/list/exclude/101`, `${path}/treeselect`, `${path}/100`]) {
      // a cache may load again in one sample, but not in all three
      const counts = [
        await countStatements(() => head.get(url)),
        await countStatements(() => head.get(url)),
        await countStatements(() => head.get(url)),
      ];
      expect(Math.min(...counts), url).toBe(1);
    }
  });

  it('are logged with the RuoYi titles', async () => {
    const deptId = await add({ parentId: 100 });
    await head.put(`${path}/updateSort`, { deptIds: `${deptId}`, orderNums: '5' });
    const rows = await server.db
      .selectFrom('auditLog')
      .select(['title', 'businessType'])
      .where('operParam', 'like', `%"deptIds":[${deptId}]%`)
      .orderBy('operId')
      .execute();
    expect(rows).toEqual([{ title: '保存部门排序', businessType: 2 }]);
  });
});

/** Foreign keys that `department.service` maps to problems. */
const handledConstraints = [
  'department_parent_id_fkey',
  'users_dept_id_fkey',
  'supplier_dept_id_fkey',
  'product_dept_id_fkey',
  'code_rule_dept_id_fkey',
  'batch_dept_id_fkey',
  'dealer_dept_id_fkey',
  'trace_template_dept_id_fkey',
  'trace_record_dept_id_fkey',
  'shipment_dept_id_fkey',
  'bulk_action_dept_id_fkey',
  'scan_case_dept_id_fkey',
  'blacklist_dept_id_fkey',
  'form_dept_id_fkey',
  'form_answer_dept_id_fkey',
];
