import { beforeAll, describe, expect, it } from 'vitest';
import { insertRole, unique } from '../../test/factories.ts';
import { statementsOf } from '../../test/statements.ts';
import { type Client, startTestServer, type TestServer } from '../../test/test-server.ts';

const MANY = 200;
/** Tolerance for new connections and for caches that depend on rights. */
const NOISE = 6;

/** Counts statements of every endpoint with little and with much data. Reads the route table, so new routes are covered. */
describe('the number of statements', () => {
  let server: TestServer;
  let admin: Client;

  /** An existing value of each parameter, by the preceding resource. */
  const known: [noun: RegExp, value: string][] = [
    [/\/system\/dict\/data\/type\/:/, 'sys_yes_no'],
    [/\/system\/(user|role)\/(authRole\/)?:id$/, '2'],
    [/:roleId$/, '2'],
    [/\/system\/dept\/.*:/, '101'],
    [/\/system\/menu\/:/, '100'],
    [/\/system\/config\/configKey\//, 'sys.index.skinName'],
    [/getKeys/, 'login_tokens'],
    [/:/, '1'],
  ];
  const addressOf = (url: string) => url.replace('/api', '').replace(/:\w+/, known.find(([noun]) => noun.test(url))?.[1] ?? '1');
  const queryOf = (url: string) =>
    url.endsWith('/job/cron')
      ? '?cronExpression=0+0+3+*+*+%3F'
      : /authUser|readUsers/.test(url)
        ? '?roleId=2&noticeId=1&pageSize=500'
        : url.endsWith('/cache/keys')
          ? '?cacheName=login_tokens'
          : url.endsWith('/list')
            ? '?pageSize=500'
            : '';
  const most = async (work: () => Promise<unknown>) => {
    const counts = [];
    for (let count = 0; count < 3; count++) counts.push(await statementsOf(work));
    return Math.max(...counts);
  };
  const reading = () =>
    server.app.routeTable
      .filter(({ method, url, access }) => method === 'GET' && access !== 'anonymous' && /^\/api\/(system|account|monitor|get)/.test(url))
      // the address of a single cache entry is not stable
      .filter(({ url }) => !url.includes('/getValue/'))
      .map(({ url }) => url);
  const counted = async () => {
    const counts: Record<string, number> = {};
    for (const url of reading()) {
      const read = () => admin.get(`${addressOf(url)}${queryOf(url)}`);
      expect((await read()).body.code, url).toBe(200);
      counts[url] = await most(read);
    }
    for (const noun of ['user', 'role', 'post', 'dict/type', 'dict/data', 'config'])
      counts[`POST ${noun}/export`] = await most(() => admin.post(`/system/${noun}/export`, ''));
    return counts;
  };
  const numbered = <Made>(make: (mark: string) => Made) => Array.from({ length: MANY }, () => make(`many${unique()}`));

  async function fill() {
    const { db } = server;
    const people = await db
      .insertInto('users')
      .values(numbered((mark) => ({ userName: mark, nickName: mark, password: '-', deptId: 103, createBy: admin.userId })))
      .returning('userId')
      .execute();
    const roles = await db
      .insertInto('role')
      .values(numbered((mark) => ({ roleName: mark, roleKey: mark, roleSort: 5, dataScope: '2' })))
      .returning('roleId')
      .execute();
    const departments = await db
      .insertInto('department')
      .values(numbered((mark) => ({ deptName: mark, parentId: 101, ancestors: [100, 101] })))
      .returning('deptId')
      .execute();
    const posts = await db
      .insertInto('post')
      .values(numbered((mark) => ({ postCode: mark, postName: mark, postSort: 5 })))
      .returning('postId')
      .execute();
    const menus = await db
      .insertInto('menu')
      .values(numbered((mark) => ({ menuName: mark, menuType: 'C', parentId: 1, path: mark, perms: mark })))
      .returning('menuId')
      .execute();
    const notices = await db
      .insertInto('notice')
      .values(numbered((mark) => ({ noticeTitle: mark, noticeType: '1', createBy: admin.userId })))
      .returning('noticeId')
      .execute();
    await db
      .insertInto('dictionary')
      .values(numbered((mark) => ({ dictName: mark, dictType: mark })))
      .execute();
    await db
      .insertInto('dictionaryEntry')
      .values(numbered((mark) => ({ dictType: 'sys_yes_no', dictLabel: mark, dictValue: mark })))
      .execute();
    await db
      .insertInto('setting')
      .values(numbered((mark) => ({ configName: mark, configKey: mark, configValue: '1' })))
      .execute();
    await db
      .insertInto('userRole')
      .values([...people.map(({ userId }) => ({ userId, roleId: 2 })), ...roles.map(({ roleId }) => ({ userId: 2, roleId }))])
      .execute();
    await db
      .insertInto('userPost')
      .values(posts.map(({ postId }) => ({ userId: 2, postId })))
      .execute();
    await db
      .insertInto('roleMenu')
      .values(menus.map(({ menuId }) => ({ roleId: 2, menuId })))
      .execute();
    await db
      .insertInto('roleDepartment')
      .values(departments.map(({ deptId }) => ({ roleId: 2, deptId })))
      .execute();
    await db
      .insertInto('noticeRead')
      .values([
        ...people.map(({ userId }) => ({ noticeId: 1, userId })),
        ...notices.map(({ noticeId }) => ({ noticeId, userId: admin.userId })),
      ])
      .execute();
    const jobs = await db
      .insertInto('job')
      .values(numbered((jobName) => ({ jobName, invokeTarget: 'job.retain', cronExpression: '0 0 3 * * ?' })))
      .returning(['jobId', 'jobName'])
      .execute();
    await db
      .insertInto('jobLog')
      .values(jobs.map((job) => ({ ...job, jobGroup: 'DEFAULT', invokeTarget: 'job.retain' })))
      .execute();
    return { people, roles, depts: departments, posts, menus, notices };
  }

  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.as([]);
    await server.db.insertInto('userRole').values({ userId: admin.userId, roleId: 1 }).execute();
    await server.db.insertInto('users').values({ userId: 2, userName: 'second', nickName: 'second', password: '-', deptId: 103 }).execute();
    await insertRole(server.db, 2, ['x:y:z'], '5');
    await server.db.insertInto('task').values({ taskId: 1, kind: 'idle', subject: '', payload: '{}', createBy: admin.userId }).execute();
    await server.db.insertInto('jobLog').values({ jobName: 'x', jobGroup: 'DEFAULT', invokeTarget: 'job.retain' }).execute();
    return () => server.close();
  });

  it('is the same for two hundred rows as for a few, of whatever is read, and of what is written by lists', {
    timeout: 120_000,
  }, async () => {
    expect(reading().length).toBeGreaterThan(35);
    const few = await counted();
    const { people, roles, depts: departments, menus, notices } = await fill();
    const many = await counted();
    for (const [url, count] of Object.entries(many)) {
      expect(count - (few[url] ?? 0), url).toBeLessThan(NOISE);
      expect(few[url], url).toBeLessThan(15);
    }
    const ids = (rows: Record<string, number>[]) => rows.map((row) => Object.values(row)[0] as number);
    const writes: [name: string, write: (taken: <Key>(all: Key[]) => Key[]) => Promise<{ body: { code: number } }>][] = [
      ['cancelAll', (taken) => admin.put(`/system/role/authUser/cancelAll?roleId=2&userIds=${taken(ids(people))}`)],
      ['selectAll', (taken) => admin.put(`/system/role/authUser/selectAll?roleId=2&userIds=${taken(ids(people))}`)],
      ['authRole', (taken) => admin.put(`/system/user/authRole?userId=2&roleIds=${taken(ids(roles))}`)],
      ['role menus', (taken) => admin.put('/system/role', { roleId: 2, menuIds: taken(ids(menus)) })],
      ['role departments', (taken) => admin.put('/system/role/dataScope', { roleId: 2, dataScope: '2', deptIds: taken(ids(departments)) })],
      [
        'order of departments',
        (taken) =>
          admin.put('/system/dept/updateSort', {
            deptIds: taken(ids(departments)).join(),
            orderNums: taken(ids(departments))
              .map(() => 3)
              .join(),
          }),
      ],
      [
        'order of menus',
        (taken) =>
          admin.put('/system/menu/updateSort', {
            menuIds: taken(ids(menus)).join(),
            orderNums: taken(ids(menus))
              .map(() => 3)
              .join(),
          }),
      ],
      ['markReadAll', (taken) => admin.post(`/system/notice/markReadAll?ids=${taken(ids(notices))}`)],
      ['notices removed', (taken) => admin.delete(`/system/notice/${taken(ids(notices))}`)],
      ['users removed', (taken) => admin.delete(`/system/user/${taken(ids(people))}`)],
    ];
    for (const [name, write] of writes) {
      const counts = [];
      for (const taken of [<Key>(all: Key[]) => all.slice(0, 2), <Key>(all: Key[]) => all.slice(2)]) {
        counts.push(
          await statementsOf(async () => {
            const { body } = await write(taken);
            expect(body, `${name} ${JSON.stringify(body)}`).toMatchObject({ code: 200 });
          }),
        );
      }
      const [two = 0, rest = 0] = counts;
      expect(rest - two, name).toBeLessThan(NOISE);
    }
  });
});
