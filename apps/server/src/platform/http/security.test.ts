// Over 300 lines: known weaknesses of RuoYi servers, tested against every resource in one place

import { createHmac } from 'node:crypto';
import { type AddressInfo, connect } from 'node:net';
import {
  departments,
  dictionaries,
  dictionaryEntries,
  menus,
  notices,
  posts,
  type Resource,
  roles,
  settings,
  users,
} from '@suyuan/contract';
import { htmlAttacks } from '@suyuan/contract/test/html-attacks';
import { readXlsx } from 'hucre/xlsx';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { onCluster } from '../../test/database.ts';
import { insertDepartment, insertUser, unique } from '../../test/factories.ts';
import { digestRows, expectPlainMessage } from '../../test/refusal-checks.ts';
import { type Client, startTestServer, type TestServer } from '../../test/test-server.ts';
import { inlineCell, workbookOf } from '../../test/workbook.ts';

type Row = Record<string, unknown>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

describe('hostile client', () => {
  let server: TestServer;
  let admin: Client;
  /** A user with all permissions, restricted to one department. */
  let departmentUser: Client;

  /** Every system resource with valid input, and its search field. */
  const nouns: { noun: Resource; input: () => Row; text: string }[] = [
    {
      noun: users,
      text: 'nickName',
      input: () => ({ userName: `u${unique()}`, nickName: '甲', password: 'seven quiet rivers meet here', deptId: 103 }),
    },
    { noun: roles, text: 'roleName', input: () => ({ roleName: `r${unique()}`, roleKey: `r${unique()}`, roleSort: 9, status: '0' }) },
    { noun: departments, text: 'deptName', input: () => ({ parentId: 101, deptName: `d${unique()}`, orderNum: 9 }) },
    {
      noun: menus,
      text: 'menuName',
      input: () => ({ parentId: 0, menuName: `m${unique()}`, menuType: 'M', orderNum: 9, path: `m${unique()}` }),
    },
    { noun: posts, text: 'postName', input: () => ({ postCode: `p${unique()}`, postName: `p${unique()}`, postSort: 9 }) },
    { noun: dictionaries, text: 'dictName', input: () => ({ dictName: 'x', dictType: `t${unique()}` }) },
    {
      noun: dictionaryEntries,
      text: 'dictLabel',
      input: () => ({ dictType: 'sys_notice_type', dictLabel: `l${unique()}`, dictValue: `v${unique()}` }),
    },
    { noun: settings, text: 'configName', input: () => ({ configName: 'x', configKey: `k${unique()}`, configValue: '1' }) },
    {
      noun: notices,
      text: 'noticeTitle',
      input: () => ({ noticeTitle: `n${unique()}`, noticeType: '1', noticeContent: '<p>x</p>', status: '0' }),
    },
  ] as unknown as { noun: Resource; input: () => Row; text: string }[];
  const listOf = async (by: Client, { path }: Resource, query = '') => {
    const reply = await by.get(`${path}/list${query && `?${query}`}`);
    return { ...reply, rows: (reply.body.rows ?? reply.body.data) as Row[] | undefined };
  };
  const add = async ({ noun, input }: (typeof nouns)[number], overrides: Row = {}) => {
    const { body } = await admin.post(noun.path, { ...input(), ...overrides });
    return { body, id: body.data?.[noun.key] as number };
  };
  const paged = () => nouns.filter(({ noun }) => noun !== (departments as unknown) && noun !== (menus as unknown));
  const routesOf = (method: Method, within = /^\/api\/(system|common|account|monitor)\//) =>
    server.app.routeTable
      .filter((route) => route.method === method && within.test(route.url) && route.access !== 'anonymous')
      .map(({ url }) => url);
  const tokenOf = (client: Client) => ({ authorization: `Bearer ${client.token}` });

  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.as([]);
    await server.db.insertInto('userRole').values({ userId: admin.userId, roleId: 1 }).execute();
    const { deptId } = await insertDepartment(server.db);
    const permissions = server.app.routeTable.flatMap(({ access }) => (typeof access === 'object' ? [access.permission] : []));
    departmentUser = await server.as([...new Set(permissions)], { deptId, dataScope: '3' });
    return () => server.close();
  });

  describe('with a hostile query', () => {
    it('cannot widen its data scope with a parameter', async () => {
      const mark = '(1=1) or widened7331';
      const sent = vi.spyOn(pg.Client.prototype, 'query');
      for (const url of [
        '/system/user/list',
        '/system/role/list',
        '/system/dept/list',
        '/system/role/authUser/allocatedList?roleId=2',
        '/system/role/authUser/unallocatedList?roleId=2',
      ]) {
        const plain = (await departmentUser.get(url)).body;
        for (const key of ['params[dataScope]', 'params.dataScope', 'params[dataScope][]', 'dataScope', 'params[dataScope][sql]']) {
          const query = `${encodeURIComponent(key)}=${encodeURIComponent(mark)}`;
          expect((await departmentUser.get(`${url}${url.includes('?') ? '&' : '?'}${query}`)).body, `${url} ${key}`).toEqual(plain);
        }
      }
      const { body } = await departmentUser.post('/system/user/export', `params[dataScope]=${encodeURIComponent(mark)}`);
      expect((await readXlsx(body)).sheets[0]?.rows).toHaveLength(2);
      expect(
        JSON.stringify(sent.mock.calls.map(([query]) => (typeof query === 'string' ? query : (query as { text?: string })?.text))),
      ).not.toContain('widened7331');
      sent.mockRestore();
    });

    it('cannot sort by an unlisted column or by SQL', async () => {
      const invalidColumns = [
        'password',
        'delFlag',
        'userId;drop table users',
        'case when 1 then userId else userName end',
        'create_time',
        'createTime desc',
        'a'.repeat(600),
      ];
      for (const { noun } of paged()) {
        for (const column of invalidColumns) {
          const reply = await listOf(admin, noun, `orderByColumn=${encodeURIComponent(column)}`);
          expect([reply.status, reply.body.code, reply.body.problem, reply.body.params?.field], `${noun.name} ${column}`).toEqual([
            200,
            500,
            'invalidInput',
            'orderByColumn',
          ]);
          expectPlainMessage(reply, `${noun.name} ${column}`, column);
        }
        const reply = await listOf(admin, noun, `orderByColumn=createTime&isAsc=${encodeURIComponent('asc, (select 1)')}`);
        expect([reply.body.problem, reply.body.params?.field], noun.name).toEqual([
          'invalidInput',
          noun.sortable.includes('createTime') ? 'isAsc' : 'orderByColumn',
        ]);
      }
    });

    it('finds any text literally, or gets an error at the filter', async () => {
      const hostile = ["'", '%', '_', '\\', "' or pg_sleep(3)--", '"; drop table users;--', '$1', 'x'.repeat(10_000), '\0', '\ud800'];
      for (const each of nouns) {
        const { noun, text } = each;
        await add(each);
        const all = (await listOf(admin, noun, 'pageSize=500')).rows ?? [];
        for (const field of Object.keys(noun.filters.shape)) {
          for (const value of hostile) {
            const reply = await listOf(
              admin,
              noun,
              `pageSize=500&${field}=${value === '\ud800' ? '%ED%A0%80' : encodeURIComponent(value)}`,
            );
            const about = `${noun.name}.${field}=${value.slice(0, 30)}`;
            expect(reply.status, about).toBe(200);
            if (reply.body.code !== 200) {
              expect([reply.body.problem, reply.body.params.field], about).toEqual(['invalidInput', field]);
              expectPlainMessage(reply, about, value);
            } else if (field === text) {
              expect(reply.rows, about).toHaveLength(all.filter((row) => String(row[text]).includes(value)).length);
              expect(reply.rows?.length, about).toBeLessThan(all.length);
            }
          }
        }
      }
    });

    it('gets at most 500 rows, and no error for a page out of range', async () => {
      for (const { noun } of paged())
        for (const query of [
          'pageSize=1000000000',
          'pageSize=-1',
          'pageSize=NaN',
          'pageSize=1e309',
          'pageNum=1e15',
          'pageNum=-7',
          'pageNum=0x10',
          'pageSize[]=9&pageSize[]=9',
          'pageNum=',
        ]) {
          const { status, body } = await listOf(admin, noun, query);
          expect([status, body.code], `${noun.name} ${query}`).toEqual([200, 200]);
          expect(body.rows.length, `${noun.name} ${query}`).toBeLessThanOrEqual(500);
        }
      const { deptId } = await insertDepartment(server.db);
      const people = Array.from({ length: 501 }, () => ({ userName: `crowd${unique()}`, nickName: 'x', password: '-', deptId }));
      await server.db.insertInto('users').values(people).execute();
      expect((await listOf(admin, users as unknown as Resource, `deptId=${deptId}&pageSize=1000000000`)).body).toMatchObject({
        total: 501,
        rows: { length: 500 },
      });
    });
  });

  describe('with hostile keys', () => {
    const junk = [
      '1,abc',
      '-1',
      '0',
      '9e99',
      '0x1',
      '1.5',
      ' ',
      "1' or '1'='1",
      '%00',
      '9007199254740993',
      Array.from({ length: 501 }, (_, index) => index + 1).join(','),
    ];

    it('removes and reads nothing by an invalid key, and changes nothing', async () => {
      const before = await digestRows(server.db);
      for (const method of ['DELETE', 'GET'] as const) {
        const routeTable = routesOf(method).filter((url) => /:(id|ids|roleId)$/.test(url));
        expect(routeTable.length).toBeGreaterThan(8);
        for (const url of routeTable) {
          // session keys have another format
          for (const key of junk) {
            const reply = await server.app.inject({
              method,
              url: url.replace(/:\w+$/, key === '%00' ? key : encodeURIComponent(key)),
              headers: tokenOf(admin),
            });
            const body = reply.json();
            expect(body.code, `${method} ${url} ${key.slice(0, 20)}`).not.toBe(200);
            expect([400, 500], `${method} ${url} ${key.slice(0, 20)}: ${reply.body}`).toContain(body.code);
            expect(body.problem ?? 'invalidInput', `${method} ${url} ${key.slice(0, 20)}`).toBe('invalidInput');
            expectPlainMessage({ body, headers: reply.headers }, `${method} ${url} ${key.slice(0, 20)}`, key);
          }
        }
      }
      expect(await digestRows(server.db)).toEqual(before);
    });

    it('removes a repeated key once, and nothing when one key of the list is missing', async () => {
      for (const each of nouns.filter(({ noun }) => noun !== (departments as unknown) && noun !== (menus as unknown))) {
        const { noun } = each;
        const [{ id }, { id: other }] = [await add(each), await add(each)];
        const before = await digestRows(server.db);
        const reply = await admin.delete(`${noun.path}/${id},${other},987654`);
        expect(reply.body, noun.name).toMatchObject({ code: 500, problem: 'notFound' });
        expectPlainMessage(reply, noun.name);
        expect(await digestRows(server.db), noun.name).toEqual(before);
        expect((await admin.delete(`${noun.path}/${id},${id},${id}`)).body, noun.name).toMatchObject({ code: 200 });
        expect((await admin.get(`${noun.path}/${other}`)).body.code, noun.name).toBe(200);
      }
    });

    it('reaches no users of other departments by lists and bodies, and never the administrator role', async () => {
      const stranger = await insertUser(server.db, { deptId: 103 });
      const colleague = await insertUser(server.db, {
        deptId: (await server.db.selectFrom('users').select('deptId').where('userId', '=', departmentUser.userId).executeTakeFirstOrThrow())
          .deptId,
      });
      const { body } = await departmentUser.post('/system/role', {
        roleName: `r${unique()}`,
        roleKey: `r${unique()}`,
        roleSort: 1,
        dataScope: '3',
      });
      const roleId = body.data.roleId as number;
      const before = await digestRows(server.db);
      const refused = [
        departmentUser.put('/system/role/dataScope', { roleId, dataScope: '2', deptIds: [103] }),
        departmentUser.put('/system/role/dataScope', { roleId, dataScope: '1' }),
        departmentUser.put(`/system/role/authUser/selectAll?roleId=${roleId}&userIds=${colleague.userId},${stranger.userId}`),
        departmentUser.put(`/system/role/authUser/cancelAll?roleId=${roleId}&userIds=${colleague.userId},${stranger.userId}`),
        departmentUser.put('/system/role/authUser/cancel', { roleId, userId: stranger.userId }),
        departmentUser.put('/system/user/resetPwd', { userId: stranger.userId, password: 'seven quiet rivers meet here' }),
        departmentUser.put(`/system/user/authRole?userId=${stranger.userId}&roleIds=${roleId}`),
        ...[admin, departmentUser].flatMap((by) => [
          by.put('/system/role', { roleId: 1, roleKey: 'x', roleName: 'x' }),
          by.put('/system/role/dataScope', { roleId: 1, roleKey: 'x', dataScope: '5' }),
          by.put('/system/role/changeStatus', { roleId: 1, roleKey: 'x', status: '1' }),
          by.put('/system/role', { roleId, roleKey: 'admin' }),
          by.put('/system/role', { roleId, roleKey: 'ADMIN,x' }),
        ]),
      ];
      for (const reply of await Promise.all(refused)) {
        expect([403, 500], JSON.stringify(reply.body)).toContain(reply.body.code);
        expect(reply.body.problem).not.toBe('unexpected');
        expectPlainMessage(reply, JSON.stringify(reply.body));
      }
      expect(await digestRows(server.db)).toEqual(before);
    });
  });

  it('cannot set server-managed fields of any resource', async () => {
    const owned = {
      createBy: 'somebody',
      createTime: '1999-01-01 00:00:00',
      updateBy: 'somebody',
      updateTime: '1999-01-01 00:00:00',
      delFlag: '2',
      tenantId: 7,
      sample: true,
      admin: true,
      ancestors: '0,1',
      userCount: 99,
    };
    for (const each of nouns) {
      const { noun } = each;
      const { id } = await add(each, owned);
      const read = async () => (await admin.get(`${noun.path}/${id}`)).body.data as Row;
      expect(await read(), noun.name).toMatchObject({ createBy: admin.userName });
      const fresh = await read();
      expect(String(fresh.createTime) > '2020', noun.name).toBe(true);
      for (const [key, value] of Object.entries({ delFlag: '0', admin: false, userCount: 0, ancestors: '0,100,101' }))
        if (key in fresh) expect(fresh[key], `${noun.name}.${key}`).toBe(value);
      expect((await admin.put(noun.path, { ...fresh, ...owned, [each.text]: `${fresh[each.text]}改` })).body.code, noun.name).toBe(200);
      const changed = await read();
      expect(changed, noun.name).toMatchObject({ createBy: admin.userName, createTime: fresh.createTime, updateBy: admin.userName });
      for (const key of ['delFlag', 'admin', 'userCount', 'ancestors']) expect(changed[key], `${noun.name}.${key}`).toEqual(fresh[key]);
    }
  });

  it('can change only its own profile fields, and no other user', async () => {
    const clerk = await server.as([]);
    const self = () => server.db.selectFrom('users').selectAll().where('userId', '=', clerk.userId).executeTakeFirstOrThrow();
    const [mine, before] = [await self(), await digestRows(server.db)];
    await clerk.put('/system/user/profile', {
      userId: admin.userId,
      userName: 'x',
      deptId: 101,
      roleIds: [1],
      status: '1',
      password: 'x',
      delFlag: '2',
      avatar: '/profile/x.png',
      nickName: '自己',
    });
    expect(await self()).toMatchObject({
      ...mine,
      nickName: '自己',
      version: mine.version + 1,
      updateBy: clerk.userId,
      updateTime: expect.anything(),
    });
    const { users: _, ...after } = await digestRows(server.db);
    expect(before).toMatchObject(after);
    expect((await admin.get('/getInfo')).body.user.userName).toBe(admin.userName);
  });

  it('stores markup as text or gets an error, in every field of every resource', async () => {
    const attacks = htmlAttacks.filter((attack) => attack.length <= 90 && !/\p{Cc}/u.test(attack)).slice(0, 6);
    expect(attacks).toHaveLength(6);
    for (const each of nouns) {
      const { noun, input } = each;
      for (const field of Object.keys(noun.input.shape).filter((name) => !['noticeContent', 'password', 'version'].includes(name))) {
        for (const attack of attacks) {
          const reply = await admin.post(noun.path, { ...input(), [field]: attack });
          const about = `${noun.name}.${field} ${attack}`;
          expect(reply.headers['x-content-type-options'], about).toBe('nosniff');
          expect(reply.type, about).toContain('application/json');
          if (reply.body.code === 200) {
            const stored = (await admin.get(`${noun.path}/${reply.body.data[noun.key]}`)).body.data;
            if (stored[field] !== undefined) expect(stored[field], about).toBe(attack.trim());
          } else {
            expect([500, 601], about).toContain(reply.body.code);
            expect(reply.body.problem, about).not.toBe('unexpected');
            expectPlainMessage(reply, about, attack);
          }
        }
      }
    }
  });

  it('finds no formula in an exported file', async () => {
    const formulas = ['=HYPERLINK("http://evil")', '+1', '-1', '@SUM(1)', '＝1', '＋1', '－1', '＠1', ';=1'];
    for (const each of nouns.filter(({ noun }) => noun.operations.includes('export'))) {
      const { noun, text } = each;
      const mark = `f${unique()}`;
      const expectedCells = [];
      for (const formula of formulas) if ((await add(each, { [text]: `${formula}${mark}` })).id) expectedCells.push(`'${formula}${mark}`);
      expect(expectedCells.length, noun.name).toBeGreaterThan(4);
      const { type, body } = await admin.post(`${noun.path}/export`, `${text}=${mark}`);
      expect(type, noun.name).toContain('spreadsheetml');
      const cells = ((await readXlsx(body)).sheets[0]?.rows ?? []).flat().filter((cell) => String(cell).includes(mark));
      expect(cells.filter((cell) => String(cell).startsWith("'")).sort(), noun.name).toEqual(expectedCells.sort());
    }
  });

  describe('without permission', () => {
    it('reaches no data by another spelling of a URL', async () => {
      await server.app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = server.app.server.address() as AddressInfo;
      const raw = (target: string, headers = '') =>
        new Promise<string>((resolve, reject) => {
          const socket = connect(port, '127.0.0.1', () =>
            socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`),
          );
          let answer = '';
          socket
            .on('data', (part) => (answer += part))
            .on('end', () => resolve(answer))
            .on('error', reject);
        });
      const targets = [
        '/api/system/user/list;.css',
        '/api/system/user/list.css',
        '/api/system/user/list/',
        '//api/system/user/list',
        '/api//system/user/list',
        '/api/system%2Fuser/list',
        '/api/x/../system/user/list',
        '/api/%2e%2e/api/system/user/list',
        'http://h/api/system/user/list',
        '/API/SYSTEM/USER/LIST',
        '/api/system/user/list%00',
        '/api/profile/../system/user/list',
        '/api/profile/..%2fsystem/user/list',
        '/api/login/../system/user/list',
        '/system/user/list',
        '/api/system/user/list?x=.css',
      ];
      for (const target of targets) {
        const answer = await raw(target);
        expect(answer, target).not.toContain('"rows"');
        expect(answer, target).not.toContain(admin.userName);
        expect(
          /"code":(401|404|400)|^HTTP\/1.1 4|<!doctype|^HTTP\/1.1 200 OK[\s\S]*text\/html/i.test(answer),
          `${target}: ${answer.slice(0, 200)}`,
        ).toBe(true);
      }
      expect(await raw('/api/system/user/list', `authorization: Bearer ${admin.token}\r\n`)).toContain('"rows"');
    });

    it('gets no access with a token that is signed by another party', async () => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const claims = part({ login_user_key: crypto.randomUUID(), sub: 'admin', exp: 9_999_999_999 });
      const signed = (header: object, secret: string) => {
        const head = `${part(header)}.${claims}`;
        return `${head}.${createHmac('sha512', secret).update(head).digest('base64url')}`;
      };
      const forged = [
        signed({ alg: 'HS512' }, 'abcdefghijklmnopqrstuvwxyz'),
        signed({ alg: 'HS512', kid: '../../dev/null' }, ''),
        `${part({ alg: 'none' })}.${claims}.`,
        `${part({ alg: 'RS256', jku: 'http://evil' })}.${claims}.x`,
        'test1',
        'null',
      ];
      const { body: expected } = await server.stranger.get('/system/user/list');
      for (const token of forged) {
        const reply = await server.app.inject({ url: '/api/system/user/list', headers: { authorization: `Bearer ${token}` } });
        expect(reply.json(), token).toEqual(expected);
      }
    });

    it('writes nothing by a form, a text or a cookie of a foreign page', async () => {
      const before = await digestRows(server.db);
      const cookie = `Admin-Token=${admin.token}; token=${admin.token}`;
      for (const method of ['POST', 'PUT', 'DELETE'] as const)
        for (const url of routesOf(method)) {
          const address = url.replace(/:\w+/g, '1');
          for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json']) {
            const reply = await server.app.inject({
              method,
              url: address,
              headers: { cookie, 'content-type': type, origin: 'https://evil.example' },
              payload: type.endsWith('json') ? '{}' : 'a=b',
            });
            expect([reply.statusCode, reply.json().code], `${method} ${url} ${type}`).toEqual([200, 401]);
          }
        }
      expect(await digestRows(server.db)).toEqual(before);
    });

    it('gets no CORS permission for another origin', async () => {
      for (const origin of ['https://evil.example', 'null'])
        for (const [method, url] of [
          ['OPTIONS', '/api/system/user/list'],
          ['GET', '/api/system/user/list'],
          ['POST', '/api/login'],
          ['GET', '/api/captchaImage'],
        ] as const) {
          const { headers } = await server.app.inject({
            method,
            url,
            headers: {
              origin,
              'access-control-request-method': 'GET',
              'access-control-request-headers': 'authorization',
              ...tokenOf(admin),
            },
          });
          expect(
            Object.keys(headers).filter((name) => /^access-control-allow/.test(name)),
            `${method} ${url}`,
          ).toEqual([]);
        }
    });
  });

  // also covers content types that bypass validators
  it('gets one plain error message for an unreadable body, on every route with a body', async () => {
    const before = await digestRows(server.db);
    const bodies: [type: string, payload: string][] = [
      ['application/json', '{"a":'],
      ['application/json', '{"__proto__":{"admin":true}}'],
      ['application/json', '{"constructor":{"prototype":{"admin":true}}}'],
      ['application/json', '[1,2]'],
      ['application/json', '"text"'],
      ['application/json', '{a:1}'],
      ['application/json', '{"a":1,}'],
      ['application/json', '\u0000'],
      ['application/json\ta', '{}x'],
      ['application/json x', '{}x'],
      ['text/plain', '{"userId":1}'],
      ['application/xml', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ];
    for (const method of ['POST', 'PUT'] as const)
      for (const url of routesOf(method)) {
        // routes that read only the query ignore the body
        const readsQuery = /authRole|cancelAll|selectAll|markRead|importTemplate|\/cancel$/.test(url);
        for (const [type, payload] of bodies) {
          const reply = await server.app.inject({
            method,
            url: url.replace(/:\w+/g, '987654'),
            headers: { ...tokenOf(admin), 'content-type': type },
            payload,
          });
          const about = `${method} ${url} ${type} ${payload}`;
          if (readsQuery && reply.headers['content-type']?.toString().includes('sheet')) continue;
          const body = reply.json();
          if (!(readsQuery && body.code === 200)) expect([400, 415, 500], `${about}: ${reply.body}`).toContain(body.code);
          expect(body.problem, about).not.toBe('unexpected');
          expectPlainMessage({ body, headers: reply.headers }, about);
        }
      }
    expect(await digestRows(server.db)).toEqual(before);
  });

  it('cannot read server files through a spreadsheet', async () => {
    const entities = '<!DOCTYPE a[<!ENTITY x SYSTEM "/etc/passwd"><!ENTITY y "grown"><!ENTITY z "&y;&y;">]>';
    const row = (...cells: string[]) => `<row>${cells.map(inlineCell).join('')}</row>`;
    const armed = workbookOf(row('登录名称', '用户名称') + row(`x${unique()}`, '甲&x;乙&z;'), { prolog: entities });
    const { body } = await admin.upload('/system/user/importData', 'x.xlsx', armed);
    expect(JSON.stringify(body)).not.toContain('root:');
    const read = await server.db.selectFrom('users').select('userId').where('nickName', '~', 'root:|grown').execute();
    expect(read).toEqual([]);
  });

  it('creates one clean log row when it signs in with headers that forge log lines', async () => {
    const username = `forger${unique()}`;
    const headers = {
      'user-agent': `\x1b[31mMozilla\tINFO admin signed in ${'x'.repeat(8000)}`,
      referer: `https://evil/${'%0d%0a'.repeat(500)}`,
    };
    const reply = await server.stranger.post('/login', { username, password: 'x' }, headers);
    expect([reply.status, reply.body.code]).toEqual([200, 500]);
    expectPlainMessage(reply, 'login');
    const rows = await server.db.selectFrom('signInLog').selectAll().where('userName', '=', username).execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/\\u001b|\\t|\\n|evil|INFO/);
    expect(String(rows[0]?.browser).length).toBeLessThanOrEqual(50);
  });

  it('gets no details when the database is gone', async () => {
    const { app, ownerUrl: address, close } = await startTestServer();
    const name = new URL(address).pathname.slice(1);
    const callUrl = async (url: string) => {
      const reply = await app.inject({ url, headers: { authorization: `Bearer ${'A'.repeat(43)}` } });
      return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
    };
    expect((await callUrl('/api/public/settings')).body.code).toBe(200);
    await onCluster(address, `drop database ${name} with (force)`);
    for (const url of ['/api/captchaImage', '/api/system/user/list', '/api/public/settings', '/api/getInfo']) {
      // until the server notices that its connections are lost, it may answer from memory
      await expect.poll(async () => (await callUrl(url)).body.code).toBe(500);
      const reply = await callUrl(url);
      expect([reply.status, reply.body.code], url).toEqual([200, 500]);
      expect(['busy', 'unexpected'], url).toContain(reply.body.problem);
      expect(JSON.stringify(reply.body), url).not.toContain(name);
      expectPlainMessage(reply, url);
    }
    await close();
  });

  it('adds one record with twenty parallel requests under one key, and all get its response', async () => {
    for (const each of nouns) {
      const { noun, input } = each;
      const record = input();
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const answers = await Promise.all(Array.from({ length: 20 }, () => admin.post(noun.path, record, headers)));
      const ids = new Set(answers.map(({ body }) => body.data?.[noun.key]));
      expect([...ids], `${noun.name} ${JSON.stringify(answers[0]?.body)}`).toEqual([expect.any(Number)]);
      const other = await admin.post(noun.path, input(), headers);
      expect(other.body, noun.name).toMatchObject({ code: 500, problem: 'idempotencyKeyReused' });
    }
  });

  it('sends a file again to a repeated request, and refuses a key that it cannot store', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    for (const _ of [1, 2]) expect((await admin.post('/manage/supplier/export', {}, headers)).type).toContain('spreadsheetml');
    const long = { 'idempotency-key': 'x'.repeat(101) };
    expect((await admin.post('/manage/supplier/export', {}, long)).body.problem).toBe('invalidInput');
  });
});
