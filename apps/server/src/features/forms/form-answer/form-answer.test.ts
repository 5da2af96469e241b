import { createCanvas } from '@napi-rs/canvas';
import { FormAnswer, SECRET_MASK } from '@suyuan/contract';
import { docFaults, FormDoc, validate } from '@suyuan/forms';
import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anyFilledForm } from '../../../../../../packages/forms/src/test/generators.ts';
import { safeAnswers } from '../../../platform/html/safe-html.ts';
import { insertDepartment, insertRole } from '../../../test/factories.ts';
import { docOf, formPermissions, nodeOf, publishForm } from '../../../test/form-fixture.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

/** JSON escapes of U+0000 and lone surrogates, which PostgreSQL text cannot store. */
const unstorable = /\\u(0000|d[89a-f])/;

describe('form answers', () => {
  let server: TestServer;
  let author: Client;
  let visitor: Client;

  beforeAll(async () => {
    server = await startTestServer();
    author = await server.as(formPermissions);
    visitor = await server.as([]);
    return () => server.close();
  });

  const place = () => docOf(nodeOf('input', 'place', { required: true }), nodeOf('number', 'count', { props: { min: 0 } }));
  const fill = (by: Client, formKey: string, data: object, versionNo = 1, key?: string) =>
    by.post(`/tool/form/fill/${formKey}`, { versionNo, data }, key ? { 'idempotency-key': key } : {});
  const listed = async (formId: number, by = author) => (await by.get(`/tool/formAnswer/list?formId=${formId}`)).body;

  it('are submitted by any signed-in user, and contain only fields of the contract', async () => {
    const { formId, formKey } = await publishForm(author, place(), { once: true });
    const { data } = (await visitor.get(`/tool/form/fill/${formKey}`)).body;
    expect(data).toMatchObject({ formKey, versionNo: 1, ownCount: 0, doc: { kind: 'form-doc' } });
    expect((await visitor.get('/tool/form/fill')).body.data).toContainEqual(expect.objectContaining({ formKey }));
    const { answerId } = (await fill(visitor, formKey, { place: '一号库', count: 3, nobodyAsked: 'x' })).body.data;
    const { rows, total } = await listed(formId);
    expect(rows).toMatchObject([{ answerId, versionNo: 1, data: { place: '一号库', count: 3 }, createBy: visitor.userName }]);
    expect(total).toBe(1);
    expect(rows[0].data.nobodyAsked).toBeUndefined();
    expect(FormAnswer.strict().safeParse(rows[0]).error).toBeUndefined();
    expect((await author.get(`/tool/formAnswer/${answerId}`)).body.data).toMatchObject({ answerId });
    expect((await visitor.get('/tool/form/fill')).body.data).not.toContainEqual(expect.objectContaining({ formKey }));
    expect((await fill(visitor, formKey, { place: '二号库' })).body.problem).toBe('formAnswered');
    expect((await server.stranger.get(`/tool/form/fill/${formKey}`)).body.code).toBe(401);
    expect((await visitor.get('/tool/formAnswer/list')).body.code).toBe(403);
  });

  it('are rejected with message and field of each error, also within rows', async () => {
    const items = nodeOf('subtable', 'items', {
      label: '明细',
      children: [nodeOf('number', 'price', { label: '单价', props: { max: 9 } })],
    });
    const { formKey } = await publishForm(author, docOf(nodeOf('input', 'place', { label: '地点', required: true }), items));
    const { body } = await fill(visitor, formKey, { items: [{ price: 3 }, { price: 12 }] });
    expect(body).toMatchObject({ problem: 'formAnswerWrong', params: { field: 'data.place', reason: '地点未填写；填写后再提交' } });
    expect(body.params.faults).toMatchObject([{ path: 'place' }, { path: 'items.1.price', reason: '单价太大；不能大于 9' }]);
  });

  it('keep allowed HTML, and files that were uploaded to this server', async () => {
    const { formId, formKey } = await publishForm(author, docOf(nodeOf('rich-text', 'text'), nodeOf('upload', 'photo', { label: '照片' })));
    const elsewhere = { photo: [{ name: 'a.png', url: '/api/profile/upload/2026/01/01/00000000000000000000000000000000.png' }] };
    expect((await fill(visitor, formKey, elsewhere)).body).toMatchObject({ problem: 'formFileWrong', params: { title: '照片' } });
    const picture = createCanvas(8, 8).toBuffer('image/png');
    const { fileName } = (await visitor.upload('/common/upload', 'a.png', picture)).body;
    const answer = { text: '<p onclick="x()">好<script>alert(1)</script></p>', photo: [{ name: 'a.png', url: `/api${fileName}` }] };
    expect((await fill(visitor, formKey, answer)).body.code).toBe(200);
    expect((await listed(formId)).rows[0].data).toMatchObject({ text: '<p>好</p>', photo: [{ url: `/api${fileName}` }] });
  });

  it('count as empty when only markup is left after sanitising', async () => {
    const { formKey } = await publishForm(author, docOf(nodeOf('rich-text', 'text', { label: '说明', required: true, placeholder: '' })));
    for (const text of ['<p>&nbsp;</p>', '<script>alert(1)</script>', '<svg onload="x()"><circle/></svg><hr>']) {
      const { body } = await fill(visitor, formKey, { text });
      expect([text, body]).toMatchObject([text, { problem: 'formAnswerWrong', params: { field: 'data.text' } }]);
    }
    expect((await fill(visitor, formKey, { text: '<p>好</p>' })).body.code).toBe(200);
  });

  it('are validated equally by browser and server, for any form and input', async () => {
    let accepted = 0;
    // few random answers are valid; continue until some are
    for (let turn = 0; turn < 45 || (accepted <= 3 && turn < 300); turn++) {
      // yield to other tests of the process after each form
      await new Promise(setImmediate);
      // samples begin with the smallest values
      const { doc, answers } = fc.sample(anyFilledForm, 5).at(-1) ?? { doc: docOf(), answers: {} };
      if (doc.fields.length === 0 || !FormDoc.safeParse(doc).success || docFaults(doc).some(({ level }) => level === 'error')) continue;
      const { formId, formKey } = await publishForm(author, doc);
      const sent = JSON.parse(JSON.stringify(answers));
      const validation = validate(FormDoc.parse(JSON.parse(JSON.stringify(doc))), safeAnswers(doc.fields, sent));
      const { body } = await fill(visitor, formKey, sent);
      // text that cannot be stored is refused before permissions are checked
      if (unstorable.test(JSON.stringify(sent))) {
        expect(body.problem, JSON.stringify({ doc, sent })).toBe('invalidInput');
        continue;
      }
      if (validation.faults.length > 0) {
        expect(body.problem, JSON.stringify({ doc, sent })).toBe('formAnswerWrong');
        expect(body.params.faults.map(({ path }: { path: string }) => path)).toEqual(validation.faults.map(({ path }) => path.join('.')));
        continue;
      }
      if (body.problem === 'formFileWrong') continue;
      expect(body.code, JSON.stringify({ doc, sent, body })).toBe(200);
      const stored = await server.db.selectFrom('formAnswer').select('data').where('formId', '=', formId).executeTakeFirstOrThrow();
      expect(stored.data).toEqual(validation.answers);
      accepted++;
    }
    expect(accepted).toBeGreaterThan(3);
  });

  it('are stored once on retries, once per person if configured, and up to the limit', async () => {
    const { formId, formKey } = await publishForm(author, place());
    const twice = await Promise.all([1, 2].map(() => fill(visitor, formKey, { place: '甲' }, 1, 'same-key')));
    expect(new Set(twice.map(({ body }) => body.data.answerId)).size).toBe(1);
    expect((await listed(formId)).total).toBe(1);

    const once = await publishForm(author, place(), { once: true });
    const both = await Promise.all([1, 2].map(() => fill(visitor, once.formKey, { place: '甲' })));
    expect(both.map(({ body }) => body.problem ?? 'done').sort()).toEqual(['done', 'formAnswered']);

    const full = await publishForm(author, place(), { answerMost: 2 });
    const all = await Promise.all([1, 2, 3, 4].map((turn) => fill(visitor, full.formKey, { place: `${turn}` })));
    expect(all.filter(({ body }) => body.code === 200)).toHaveLength(2);
    expect(all.filter(({ body }) => body.problem === 'formFull')).toHaveLength(2);
    expect((await author.get(`/tool/form/${full.formId}`)).body.data.answerCount).toBe(2);
  });

  it('are accepted only in the open period, for its roles, and for the loaded version', async () => {
    const ahead = await publishForm(author, place(), { openTime: '2099-01-01 00:00:00' });
    expect((await fill(visitor, ahead.formKey, { place: '甲' })).body.problem).toBe('formAhead');
    const over = await publishForm(author, place(), { closeTime: '2020-01-01 00:00:00' });
    expect((await fill(visitor, over.formKey, { place: '甲' })).body.problem).toBe('formOver');

    const { roleId } = await insertRole(server.db, visitor.userId, [], '5');
    const ours = await publishForm(author, place(), { audience: 'roles', roleIds: [roleId] });
    expect((await fill(visitor, ours.formKey, { place: '甲' })).body.code).toBe(200);
    const other = await server.as([]);
    expect((await fill(other, ours.formKey, { place: '甲' })).body.problem).toBe('notFound');
    expect((await other.get(`/tool/form/fill/${ours.formKey}`)).body.problem).toBe('notFound');

    const { formId, formKey } = await publishForm(author, place());
    await author.put('/tool/form', { formId, doc: docOf(nodeOf('input', 'place')) });
    await author.put(`/tool/form/${formId}/publish`, {});
    expect((await fill(visitor, formKey, { place: '甲' }, 1)).body).toMatchObject({ problem: 'formVersionOld', params: { versionNo: 2 } });
    expect((await fill(visitor, formKey, {}, 2)).body.code).toBe(200);
  });

  it('are visible to the form author, and to others within their departments', async () => {
    const { deptId } = await insertDepartment(server.db);
    const neighbour = await server.as([], { deptId });
    const { formId, formKey } = await publishForm(author, place());
    await fill(visitor, formKey, { place: '甲' });
    await fill(neighbour, formKey, { place: '乙' });
    expect((await listed(formId)).total).toBe(2);
    const colleague = await server.as(formPermissions, { deptId: 100, dataScope: '3' });
    const seen = await listed(formId, colleague);
    expect(seen.rows.map(({ data }: { data: { place: string } }) => data.place)).toEqual(['甲']);
    const foreigner = await server.as(formPermissions, { deptId, dataScope: '3' });
    expect((await listed(formId, foreigner)).total).toBe(0);
    const [{ answerId }] = seen.rows;
    expect((await foreigner.delete(`/tool/formAnswer/${answerId}`)).body.problem).toBe('notFound');
    expect((await colleague.delete(`/tool/formAnswer/${answerId}`)).body.code).toBe(200);
    expect((await author.get(`/tool/form/${formId}`)).body.data.answerCount).toBe(1);
  });

  it('reveal no password in a spreadsheet, a list or a record, and no content in the audit log', async () => {
    const secret = nodeOf('password', 'secret', { label: '口令' });
    const rows = nodeOf('subtable', 'locks', { label: '门锁', children: [nodeOf('password', 'pin', { label: '密码' })] });
    const { formId, formKey } = await publishForm(author, docOf(nodeOf('input', 'place', { label: '地点' }), secret, rows));
    await fill(visitor, formKey, { place: '七号库', secret: 'open sesame', locks: [{ pin: 'open sesame' }] });
    const maskedAnswers = { place: '七号库', secret: SECRET_MASK, locks: [{ pin: SECRET_MASK }] };
    const [{ answerId, data }] = (await listed(formId)).rows;
    expect(data).toEqual(maskedAnswers);
    expect((await author.get(`/tool/formAnswer/${answerId}`)).body.data.data).toEqual(maskedAnswers);
    const { body } = await author.post('/tool/formAnswer/export', `formId=${formId}`);
    const [, row] = (await readXlsx(body)).sheets[0]?.rows ?? [];
    expect(row?.slice(5)).toEqual(['七号库', SECRET_MASK, `1. 密码：${SECRET_MASK}`]);
    const storedAnswer = await server.db
      .selectFrom('auditLog')
      .select('operParam')
      .where('operUrl', 'like', `%/fill/${formKey}`)
      .orderBy('operId')
      .execute();
    expect(storedAnswer).toHaveLength(1);
    expect(storedAnswer[0]?.operParam).not.toMatch(/七号库|open sesame/);
  });

  it('are exported with the fields of every version, and no cell is a formula', async () => {
    // new options have numbers as values
    const kind = nodeOf('select', 'kind', { label: '类型', options: [{ label: '常规', value: 1 }] });
    const { formId, formKey } = await publishForm(author, docOf(nodeOf('input', 'place', { label: '地点' }), kind));
    await fill(visitor, formKey, { place: '=1+1', kind: 1 });
    await author.put('/tool/form', { formId, doc: docOf(nodeOf('number', 'count', { label: '数量' }), kind) });
    await author.put(`/tool/form/${formId}/publish`, { lossy: true });
    await fill(visitor, formKey, { count: 7, kind: 1 }, 2);
    const { body } = await author.post('/tool/formAnswer/export', `formId=${formId}`);
    const rows = (await readXlsx(body)).sheets[0]?.rows ?? [];
    expect(rows[0]?.slice(5)).toEqual(['数量', '类型', '地点']);
    expect(rows.slice(1).map((row) => row.slice(5))).toEqual([
      [7, '常规', null],
      [null, '常规', "'=1+1"],
    ]);
    const reader = await server.as(['tool:form:data']);
    expect((await reader.post('/tool/formAnswer/export', `formId=${formId}`)).body.code).toBe(403);

    // each answer uses the fields of its version, however many versions follow
    await sql`insert into form_version (form_id, version_no, doc, sha256, publish_by) select form_id, n, doc, sha256, publish_by
      from form_version, generate_series(3, 260) n where form_id = ${formId} and version_no = 2`.execute(server.db);
    await sql`insert into form_answer (form_id, version_no, data, create_by) select form_id, n, data, create_by
      from form_answer, generate_series(3, 260) n where form_id = ${formId} and version_no = 2`.execute(server.db);
    const later = (await readXlsx((await author.post('/tool/formAnswer/export', `formId=${formId}`)).body)).sheets[0]?.rows ?? [];
    expect([later.length, later[0]?.slice(5), later[1]?.slice(4), later.at(-1)?.slice(4)]).toEqual([
      261,
      ['数量', '类型', '地点'],
      [260, 7, '常规', null],
      [1, null, '常规', "'=1+1"],
    ]);
  });
});
