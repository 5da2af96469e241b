import { beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '../../test/count-statements.ts';
import { insertRole, unique } from '../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../test/test-server.ts';

const MANY = 200;
/** Tolerance for new connections and for caches that depend on rights. */
const NOISE = 6;

/** Counts statements of every endpoint with little and with much data. Reads the route table, so new routes are covered. */
describe('number of SQL statements', () => {
  let server: TestServer;
  let admin: Client;

  /** An existing value of each parameter, by the preceding resource. */
  const sampleValues: [noun: RegExp, value: string][] = [
    [/\/system\/dict\/data\/type\/:/, 'sys_yes_no'],
    [/\/system\/(user|role)\/(authRole\/)?:id$/, '2'],
    [/:roleId$/, '2'],
    [/\/system\/dept\/.*:/, '101'],
    [/\/system\/menu\/:/, '100'],
    [/\/system\/config\/configKey\//, 'sys.index.skinName'],
    [/getKeys/, 'login_tokens'],
    [/:/, '1'],
  ];
  const addressOf = (url: string) => url.replace('/api', '').replace(/:\w+/, sampleValues.find(([noun]) => noun.test(url))?.[1] ?? '1');
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
  const maxStatements = async (work: () => Promise<unknown>) => {
    const counts = [];
    for (let count = 0; count < 3; count++) counts.push(await countStatements(work));
    return Math.max(...counts);
  };
  const readRoutes = () =>
    server.app.routeTable
      .filter(({ method, url, access }) => method === 'GET' && access !== 'anonymous' && /^\/api\/(system|account|monitor|get)/.test(url))
      // the address of a single cache entry is not stable
      .filter(({ url }) => !url.includes('/getValue/'))
      .map(({ url }) => url);
  const countByRoute = async () => {
    const counts: Record<string, number> = {};
    for (const url of readRoutes()) {
      const read = () => admin.get(`${addressOf(url)}${queryOf(url)}`);
      expect((await read()).body.code, url).toBe(200);
      counts[url] = await maxStatements(read);
    }
    for (const noun of ['user', 'role', 'post', 'dict/type', 'dict/data', 'config'])
      counts[`POST ${noun}/export`] = await maxStatements(() => admin.post(`/system/${noun}/export`, ''));
    return counts;
  };
  const manyOf = <Made>(make: (mark: string) => Made) => Array.from({ length: MANY }, () => make(`many${unique()}`));

  async function fill() {
    const { db } = server;
    const people = await db
      .insertInto('users')
      .values(manyOf((mark) => ({ userName: mark, nickName: mark, password: '-', deptId: 103, createBy: admin.userId })))
      .returning('userId')
      .execute();
    const roles = await db
      .insertInto('role')
      .values(manyOf((mark) => ({ roleName: mark, roleKey: mark, roleSort: 5, dataScope: '2' })))
      .returning('roleId')
      .execute();
    const departments = await db
      .insertInto('department')
      .values(manyOf((mark) => ({ deptName: mark, parentId: 101, ancestors: [100, 101] })))
      .returning('deptId')
      .execute();
    const posts = await db
      .insertInto('post')
      .values(manyOf((mark) => ({ postCode: mark, postName: mark, postSort: 5 })))
      .returning('postId')
      .execute();
    const menus = await db
      .insertInto('menu')
      .values(manyOf((mark) => ({ menuName: mark, menuType: 'C', parentId: 1, path: mark, perms: mark })))
      .returning('menuId')
      .execute();
    const notices = await db
      .insertInto('notice')
      .values(manyOf((mark) => ({ noticeTitle: mark, noticeType: '1', createBy: admin.userId })))
      .returning('noticeId')
      .execute();
    await db
      .insertInto('dictionary')
      .values(manyOf((mark) => ({ dictName: mark, dictType: mark })))
      .execute();
    await db
      .insertInto('dictionaryEntry')
      .values(manyOf((mark) => ({ dictType: 'sys_yes_no', dictLabel: mark, dictValue: mark })))
      .execute();
    await db
      .insertInto('setting')
      .values(manyOf((mark) => ({ configName: mark, configKey: mark, configValue: '1' })))
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
      .values(manyOf((jobName) => ({ jobName, invokeTarget: 'job.retain', cronExpression: '0 0 3 * * ?' })))
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

  it('is the same for two hundred rows as for a few, for every read and every bulk write', async () => {
    expect(readRoutes().length).toBeGreaterThan(35);
    const few = await countByRoute();
    const { people, roles, depts: departments, menus, notices } = await fill();
    const many = await countByRoute();
    for (const [url, count] of Object.entries(many)) {
      expect(count - (few[url] ?? 0), url).toBeLessThan(NOISE);
      expect(few[url], url).toBeLessThan(15);
    }
    const ids = (rows: Record<string, number>[]) => rows.map((row) => Object.values(row)[0] as number);
    const writes: [name: string, write: (pick: <Key>(all: Key[]) => Key[]) => Promise<{ body: { code: number } }>][] = [
      ['cancelAll', (pick) => admin.put(`/system/role/authUser/cancelAll?roleId=2&userIds=${pick(ids(people))}`)],
      ['selectAll', (pick) => admin.put(`/system/role/authUser/selectAll?roleId=2&userIds=${pick(ids(people))}`)],
      ['authRole', (pick) => admin.put(`/system/user/authRole?userId=2&roleIds=${pick(ids(roles))}`)],
      ['role menus', (pick) => admin.put('/system/role', { roleId: 2, menuIds: pick(ids(menus)) })],
      ['role departments', (pick) => admin.put('/system/role/dataScope', { roleId: 2, dataScope: '2', deptIds: pick(ids(departments)) })],
      [
        'order of departments',
        (pick) =>
          admin.put('/system/dept/updateSort', {
            deptIds: pick(ids(departments)).join(),
            orderNums: pick(ids(departments))
              .map(() => 3)
              .join(),
          }),
      ],
      [
        'order of menus',
        (pick) =>
          admin.put('/system/menu/updateSort', {
            menuIds: pick(ids(menus)).join(),
            orderNums: pick(ids(menus))
              .map(() => 3)
              .join(),
          }),
      ],
      ['markReadAll', (pick) => admin.post(`/system/notice/markReadAll?ids=${pick(ids(notices))}`)],
      ['notices removed', (pick) => admin.delete(`/system/notice/${pick(ids(notices))}`)],
      ['users removed', (pick) => admin.delete(`/system/user/${pick(ids(people))}`)],
    ];
    for (const [name, write] of writes) {
      const counts = [];
      for (const pick of [<Key>(all: Key[]) => all.slice(0, 2), <Key>(all: Key[]) => all.slice(2)]) {
        counts.push(
          await countStatements(async () => {
            const { body } = await write(pick);
            expect(body, `${name} ${JSON.stringify(body)}`).toMatchObject({ code: 200 });
          }),
        );
      }
      const [two = 0, rest = 0] = counts;
      expect(rest - two, name).toBeLessThan(NOISE);
    }
  });
});
