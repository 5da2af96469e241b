import { createReadStream, existsSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { familyRoutes } from './family-routes.ts';

/**
 * A back end of the family, as far as sign-in, menu, notices and users go: it answers in the family's exact shapes (reference: admin
 * wire §11), knows none of our own paths and headers, and serves the built console. `old`: the shapes of before 2022, without newer keys.
 */
export interface Family {
  url: string;
  /** What the console asked for so far, as `GET /getInfo`. */
  asked: string[];
  /** Queries of what was asked, as `PUT /system/user/authRole?userId=2`. */
  queries: string[];
  /** Bodies that are answered instead, by `METHOD /path`. */
  instead: Map<string, object>;
  stop(): Promise<void>;
}

export const FAMILY_USER = { username: 'admin', password: 'admin123', code: '7' };

const built = process.env.CONSOLE_DIST ?? path.join(import.meta.dirname, '../../apps/console/dist');
const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html', '.svg': 'image/svg+xml' };

/** A picture of one pixel, base64 without a prefix. */
const PIXEL =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=';

const audit = { createBy: 'admin', createTime: '2026-01-05 08:00:00', updateBy: null, updateTime: null, remark: null };
const dept = {
  deptId: 103,
  parentId: 101,
  ancestors: '0,100,101',
  deptName: '研发部门',
  orderNum: 1,
  leader: '张三',
  phone: null,
  email: null,
  status: '0',
  delFlag: null,
  parentName: null,
  children: [],
};
const userOf = (userId: number, userName: string, nickName: string) => ({
  ...audit,
  userId,
  deptId: 103,
  userName,
  nickName,
  email: `${userName}@example.cn`,
  phonenumber: `1380000000${userId}`,
  sex: '0',
  avatar: '',
  status: '0',
  delFlag: '0',
  loginIp: '127.0.0.1',
  loginDate: '2026-01-06 09:30:00',
  pwdUpdateDate: null,
  dept,
  roles: [],
  roleIds: null,
  postIds: null,
  roleId: null,
  admin: userId === 1,
});
const users = [userOf(1, 'admin', '老管理员'), userOf(2, 'ry', '小测试')];

const notices = Array.from({ length: 12 }, (_, index) => ({
  ...audit,
  noticeId: index + 1,
  noticeTitle: `第 ${index + 1} 条公告`,
  noticeType: index < 7 ? '1' : '2',
  noticeContent: `<p>正文 <b>${index + 1}</b></p><img src=x onerror="document.title='broken'">`,
  status: '0',
}));

const dictData = (dictType: string, entries: [value: string, label: string][]) =>
  entries.map(([dictValue, dictLabel], index) => ({
    ...audit,
    dictCode: index + 1,
    dictSort: index + 1,
    dictLabel,
    dictValue,
    dictType,
    cssClass: '',
    listClass: 'default',
    isDefault: 'N',
    status: '0',
    default: false,
  }));
const dicts: Record<string, [string, string][]> = {
  sys_notice_type: [
    ['1', '通知'],
    ['2', '公告'],
  ],
  sys_normal_disable: [
    ['0', '正常'],
    ['1', '停用'],
  ],
  sys_user_sex: [
    ['0', '男'],
    ['1', '女'],
    ['2', '未知'],
  ],
};

const ok = (more: object = {}) => ({ msg: '操作成功', code: 200, ...more });
const refused = (msg: string, code = 500) => ({ msg, code });

function pageOf<R>(rows: R[], query: URLSearchParams) {
  const [page, size] = [Number(query.get('pageNum') ?? 1), Number(query.get('pageSize') ?? 10)];
  return { total: rows.length, rows: rows.slice((page - 1) * size, page * size), code: 200, msg: '查询成功' };
}

const role = (roleId: number, roleName: string, roleKey: string, flag: boolean) => ({
  ...audit,
  ...{ roleId, roleName, roleKey, roleSort: roleId, dataScope: '2', menuCheckStrictly: true, deptCheckStrictly: true },
  ...{ status: '0', delFlag: '0', flag, menuIds: null, deptIds: null, permissions: null, admin: false },
});

const TOKEN = 'eyJhbGciOiJIUzUxMiJ9.family.stand-in';

interface Asked {
  query: URLSearchParams;
  body: Record<string, unknown>;
  /** The rest of the path behind the route's own. */
  rest: string;
}
type Answer = (asked: Asked) => object;

/** The family's routes; those whose key ends in `/` take one part more. */
function routes(old: boolean): Record<string, Answer> {
  const { roles: _, ...me } = users[0]!;
  return {
    'GET /captchaImage': () =>
      ok(old ? { captchaOnOff: true, uuid: 'a'.repeat(32), img: PIXEL } : { captchaEnabled: true, uuid: 'a'.repeat(32), img: PIXEL }),
    'POST /login': ({ body }) => {
      if (body.code !== FAMILY_USER.code) return refused('验证码错误');
      if (body.username !== FAMILY_USER.username || body.password !== FAMILY_USER.password) return refused('用户不存在/密码错误');
      return ok({ token: TOKEN });
    },
    'GET /getInfo': () => {
      const info = {
        user: { ...me, roles: [{ roleId: 1, roleName: '超级管理员', roleKey: 'admin', admin: true }] },
        roles: ['admin'],
        permissions: ['*:*:*'],
      };
      return ok(old ? info : { ...info, pwdChrtype: '0', isDefaultModifyPwd: false, isPasswordExpired: false });
    },
    'GET /getRouters': () => ok({ data: familyRoutes }),
    'GET /system/notice/list': ({ query }) => {
      const type = query.get('noticeType');
      return pageOf(
        notices.filter(({ noticeType, status }) => (!type || noticeType === type) && status === (query.get('status') ?? status)),
        query,
      );
    },
    'GET /system/notice/': ({ rest }) => ok({ data: notices.find(({ noticeId }) => noticeId === Number(rest)) }),
    'GET /system/dict/data/type/': ({ rest }) => ok({ data: dictData(rest, dicts[rest] ?? []) }),
    'GET /system/user/list': ({ query }) =>
      pageOf(
        users.filter(({ userName }) => userName.includes(query.get('userName') ?? '')),
        query,
      ),
    'GET /system/user/deptTree': () =>
      ok({ data: [{ id: 100, label: '若依科技', disabled: false, children: [{ id: 103, label: '研发部门', disabled: false }] }] }),
    // the user's own `roleIds` are null; a role says by `flag` whether the user holds it
    'GET /system/user/authRole/': ({ rest }) =>
      ok({
        user: { ...users.find(({ userId }) => userId === Number(rest)), roleIds: null },
        roles: [role(2, '普通角色', 'common', true), role(3, '仓库', 'store', false)],
      }),
    'PUT /system/user/authRole': () => ok(),
    'POST /system/user/importData': () => ok({ msg: '恭喜您，数据已全部导入成功！共 1 条，数据如下：<br/>1、账号 sunny 导入成功' }),
    'DELETE /monitor/operlog/clean': () => ok(),
    'GET /system/config/configKey/': () => ok({ msg: '123456' }),
    'GET /monitor/operlog/list': ({ query }) => pageOf([], query),
    'GET /monitor/logininfor/list': ({ query }) => pageOf([], query),
  };
}

export async function startFamily({ old = false } = {}): Promise<Family> {
  const asked: string[] = [];
  const queries: string[] = [];
  const instead = new Map<string, object>();
  const known = routes(old);
  const answer = async (request: IncomingMessage, url: URL): Promise<object> => {
    const route = `${request.method} ${url.pathname.slice('/api'.length)}`;
    asked.push(route);
    queries.push(route + url.search);
    const open = /^\w+ \/(login|captchaImage|logout|register)$/.test(route);
    if (route.endsWith('/logout')) return ok({ msg: '退出成功' });
    if (!open && request.headers.authorization !== `Bearer ${TOKEN}`)
      return refused(`请求访问：${url.pathname}，认证失败，无法访问系统资源`, 401);
    const given = instead.get(route);
    if (given) return given;
    const key = known[route] ? route : route.slice(0, route.lastIndexOf('/') + 1);
    const body = (await bodyOf(request)) as Record<string, unknown>;
    const rest = decodeURIComponent(route.slice(key.length));
    // a framework's answer to a path that it does not have
    return known[key]?.({ query: url.searchParams, body, rest }) ?? refused(`No static resource ${route.split(' /')[1]}.`);
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://family');
    if (url.pathname.startsWith('/api/')) {
      const text = JSON.stringify(await answer(request, url));
      return response.writeHead(200, { 'content-type': 'application/json;charset=UTF-8' }).end(text);
    }
    const named = url.pathname === '/user/login' ? 'login.html' : url.pathname;
    const file = path.extname(named) && existsSync(path.join(built, named)) ? named : 'index.html';
    response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' });
    createReadStream(path.join(built, file)).pipe(response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    queries,
    instead,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const part of request) text += part;
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
