import { Form } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertDepartment, unique } from '../../../test/factories.ts';
import { docOf, formPermissions, nodeOf, publishForm } from '../../../test/form-fixture.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { waitForBlockedTransaction } from '../../../test/wait-for-blocked-transaction.ts';
import * as queries from './form.queries.ts';

describe('forms', () => {
  let server: TestServer;
  let author: Client;

  beforeAll(async () => {
    server = await startTestServer();
    author = await server.as(formPermissions);
    return () => server.close();
  });

  const key = () => `form-${unique()}`;
  const doc = () => docOf(nodeOf('input', 'place', { required: true }), nodeOf('number', 'count'));

  it('stores a draft, and returns only fields of the contract', async () => {
    const formKey = key();
    const draft = doc();
    const { formId } = (await author.post('/tool/form', { formKey, formName: '巡检表', doc: draft, once: true })).body.data;
    const { data } = (await author.get(`/tool/form/${formId}`)).body;
    expect(data).toMatchObject({ formKey, state: 'draft', versionNo: null, changed: true, answerCount: 0, once: true, doc: draft });
    expect(Form.strict().safeParse(data).error).toBeUndefined();
    const [row] = (await author.get(`/tool/form/list?formKey=${formKey}`)).body.rows;
    expect(row).toMatchObject({ formId });
    expect(row.doc).toBeUndefined();
    expect((await author.delete(`/tool/form/${formId}`)).body.code).toBe(200);
  });

  it('sanitises default HTML of rich text at any level', async () => {
    const attack = '<p onclick="x()">好<script>alert(1)</script></p>';
    const inner = nodeOf('rich-text', 'inner', { defaultValue: attack });
    const draft = docOf(nodeOf('rich-text', 'outer', { defaultValue: attack }), nodeOf('group', 'box', { children: [inner] }));
    const formKey = key();
    const { formId } = (await author.post('/tool/form', { formKey, formName: '说明', doc: draft })).body.data;
    const defaults = async () => {
      const { fields } = (await author.get(`/tool/form/${formId}`)).body.data.doc as typeof draft;
      return [fields[0]?.defaultValue, fields[1]?.children?.[0]?.defaultValue];
    };
    expect(await defaults()).toEqual(['<p>好</p>', '<p>好</p>']);
    expect((await author.put('/tool/form', { formId, doc: draft })).body.code).toBe(200);
    expect(await defaults()).toEqual(['<p>好</p>', '<p>好</p>']);
  });

  it('rejects an invalid form, and names the error', async () => {
    const waiting = docOf(
      nodeOf('number', 'a', { rules: { value: { field: 'b' } } }),
      nodeOf('number', 'b', { rules: { value: { field: 'a' } } }),
    );
    const refusals: [object, string][] = [
      [{ formKey: 'Großes' }, 'formKey'],
      [{ formName: '' }, 'formName'],
      [{ doc: { ...doc(), version: '9.0.0' } }, 'version'],
      [{ doc: waiting }, 'fields'],
      [{ doc: docOf(nodeOf('input', 'x'), nodeOf('input', 'x')) }, 'fields'],
      [{ doc: docOf(nodeOf('select', 'x', { source: { mode: 'dynamic', url: 'https://example.com/a' } })) }, 'url'],
      [{ answerMost: 0 }, 'answerMost'],
    ];
    for (const [overrides, field] of refusals) {
      const { body } = await author.post('/tool/form', { formKey: key(), formName: '坏', doc: doc(), ...overrides });
      expect(body, JSON.stringify(overrides)).toMatchObject({ problem: 'invalidInput', params: { field } });
    }
    const times = { openTime: '2026-02-01 00:00:00', closeTime: '2026-01-01 00:00:00' };
    expect((await author.post('/tool/form', { formKey: key(), formName: '坏', ...times })).body.problem).toBe('formTimesWrong');
    const nobody = { audience: 'roles', roleIds: [] };
    expect((await author.post('/tool/form', { formKey: key(), formName: '坏', ...nobody })).body.problem).toBe('formRolesMissing');
    const unknown = { audience: 'roles', roleIds: [987_654] };
    expect((await author.post('/tool/form', { formKey: key(), formName: '坏', ...unknown })).body.problem).toBe('referenceNotFound');
  });

  it('gives a key to one of two users, and rejects the save of an outdated draft', async () => {
    const formKey = key();
    const both = await Promise.all([1, 2].map(() => author.post('/tool/form', { formKey, formName: '同时' })));
    expect(both.map(({ body }) => body.code).sort()).toEqual([200, 500]);
    const formId = both.find(({ body }) => body.code === 200)?.body.data.formId;
    expect((await author.put('/tool/form', { formId, doc: doc(), version: 1 })).body.code).toBe(200);
    expect((await author.put('/tool/form', { formId, doc: doc(), version: 1 })).body.problem).toBe('recordStale');
  });

  it('publishes immutable numbered versions with digest, note and differences', async () => {
    const first = doc();
    const { formId } = await publishForm(author, first);
    expect((await author.put(`/tool/form/${formId}/publish`, {})).body.problem).toBe('formUnchanged');
    const second = { ...first, fields: [...first.fields, nodeOf('textarea', 'note')] };
    await author.put('/tool/form', { formId, doc: second });
    expect((await author.get(`/tool/form/${formId}`)).body.data).toMatchObject({ changed: true, versionNo: 1 });
    expect((await author.get(`/tool/form/${formId}/changes`)).body.data).toMatchObject([{ change: { change: 'added', name: 'note' } }]);
    expect((await author.put(`/tool/form/${formId}/publish`, { version: 1 })).body.problem).toBe('recordStale');
    expect((await author.put(`/tool/form/${formId}/publish`, { note: '加备注' })).body.data).toEqual({ versionNo: 2 });
    const { data } = (await author.get(`/tool/form/${formId}/versions`)).body;
    expect(data).toMatchObject([{ versionNo: 2, note: '加备注' }, { versionNo: 1 }]);
    expect(data[0].sha256).toMatch(/^[0-9a-f]{64}$/);
    const old = (await author.get(`/tool/form/${formId}/versions/1`)).body.data;
    expect(old).toMatchObject({ doc: first, changes: [] });
    expect((await author.get(`/tool/form/${formId}/versions/2`)).body.data.changes).toMatchObject([{ change: 'added' }]);
    const tampering = server.db.updateTable('formVersion').set({ note: '改' }).where('formId', '=', formId).execute();
    await expect(tampering).rejects.toThrow('never changes');
  });

  it('refuses to publish a form with errors, and lists them', async () => {
    const crossed = docOf(nodeOf('number', 'count', { label: '数量', props: { min: 20, max: 10 } }));
    const { formId } = (await author.post('/tool/form', { formKey: key(), formName: '巡检表', doc: crossed })).body.data;
    const { body } = await author.put(`/tool/form/${formId}/publish`, {});
    expect(body).toMatchObject({ problem: 'formFaulty', msg: expect.stringContaining('“数量”的最小值大于最大值；对调或修改') });
    await author.put('/tool/form', { formId, doc: docOf(nodeOf('number', 'count', { props: { min: 10, max: 20 } })) });
    expect((await author.put(`/tool/form/${formId}/publish`, {})).body.data).toEqual({ versionNo: 1 });
  });

  it('keeps the key of a form that is published during an edit', async () => {
    const formKey = key();
    const { formId } = (await author.post('/tool/form', { formKey, formName: '巡检表', doc: doc() })).body.data;
    const { edit } = await server.db.transaction().execute(async (tx) => {
      await queries.lock(tx, 'all', formId);
      const { versionNo } = await queries.insertVersion(tx, formId, { doc: doc(), note: null, publishBy: author.userId });
      await queries.updateState(tx, formId, { state: 'published', versionNo });
      const pendingEdit = author.put('/tool/form', { formId, formKey: key() });
      await waitForBlockedTransaction(server.db);
      return { edit: pendingEdit };
    });
    expect((await edit).body).toMatchObject({ problem: 'formKeyFixed', params: { formKey } });
  });

  it('creates one version when two users publish at once', async () => {
    const { formId } = await publishForm(author, doc());
    await author.put('/tool/form', { formId, doc: doc() });
    const both = await Promise.all([1, 2].map((turn) => author.put(`/tool/form/${formId}/publish`, { note: `${turn}` })));
    expect(both.map(({ body }) => body.problem ?? body.data.versionNo).sort()).toEqual([2, 'formUnchanged']);
  });

  it('warns before it publishes without fields that have answers', async () => {
    const { formId, formKey } = await publishForm(author, docOf(nodeOf('input', 'place'), nodeOf('input', 'spare')));
    await author.post(`/tool/form/fill/${formKey}`, { versionNo: 1, data: { place: '一号库', spare: '有' } });
    const { doc: draft } = (await author.get(`/tool/form/${formId}`)).body.data;
    await author.put('/tool/form', { formId, doc: { ...draft, fields: [draft.fields[0]] } });
    expect((await author.get(`/tool/form/${formId}/changes`)).body.data).toMatchObject([
      { change: { change: 'removed', name: 'spare' }, answerCount: 1 },
    ]);
    expect((await author.put(`/tool/form/${formId}/publish`, {})).body).toMatchObject({ problem: 'formFieldsLost', params: { count: 1 } });
    expect((await author.put(`/tool/form/${formId}/publish`, { lossy: true })).body.data).toEqual({ versionNo: 2 });
  });

  it('closes and reopens, and cannot be deleted while it has answers', async () => {
    const { formId, formKey } = await publishForm(author, doc());
    expect((await author.put(`/tool/form/${formId}/reopen`)).body.problem).toBe('formStateWrong');
    expect((await author.put(`/tool/form/${formId}/close`)).body.code).toBe(200);
    expect((await author.get(`/tool/form/fill/${formKey}`)).body.problem).toBe('formClosed');
    expect((await author.put(`/tool/form/${formId}/reopen`)).body.code).toBe(200);
    expect((await author.put('/tool/form', { formId, formKey: key() })).body.problem).toBe('formKeyFixed');
    await author.post(`/tool/form/fill/${formKey}`, { versionNo: 1, data: { place: '甲' } });
    expect((await author.delete(`/tool/form/${formId}`)).body).toMatchObject({ problem: 'formInUse', code: 601 });
  });

  it('requires the permission and the own department', async () => {
    const { formId } = await publishForm(author, doc());
    expect((await server.stranger.get('/tool/form/list')).body.code).toBe(401);
    const reader = await server.as(['tool:form:list']);
    expect((await reader.put(`/tool/form/${formId}/publish`, {})).body.code).toBe(403);
    const { deptId } = await insertDepartment(server.db);
    const foreigner = await server.as(formPermissions, { deptId, dataScope: '3' });
    expect((await foreigner.get('/tool/form/list')).body.total).toBe(0);
    expect((await foreigner.put('/tool/form', { formId, remark: 'x' })).body.problem).toBe('notFound');
  });

  it('changes nothing through option URLs: GET routes with side effects are unavailable to them', async () => {
    const keeper = await server.as(['tool:gen:edit', 'tool:form:list']);
    const reading = { 'x-only-reading': '1' };
    const logged = () =>
      server.db.selectFrom('auditLog').select('operId').where('operUrl', 'like', '%/synchDb/%').orderBy('operId').execute();
    const before = (await logged()).length;
    expect((await keeper.get('/tool/gen/synchDb/form', reading)).body.problem).toBe('notFound');
    expect(await logged()).toHaveLength(before);
    expect((await keeper.get('/tool/form/list', reading)).body.code).toBe(200);
    // without the permission check the call would reach its service
    await keeper.get('/tool/gen/synchDb/form');
    expect(await logged()).toHaveLength(before + 1);
  });
});
