import type { TestServer } from './test-server.ts';

/** Simulates RuoYi's front end, including JSON content types with empty bodies. Compares responses with RuoYi's key by key. */

/** `?` after a type: nullable; `?` after a key: optional. */
export type Shape = string | readonly [Shape] | { [key: string]: Shape };

const audit = { createBy: 'text?', createTime: 'time?', updateBy: 'text?', updateTime: 'time?', remark: 'text?' };

const nestedDepartment = {
  deptId: 'number',
  parentId: 'number?',
  ancestors: 'text?',
  deptName: 'text',
  orderNum: 'number?',
  leader: 'text?',
  phone: 'text?',
  email: 'text?',
  status: 'text?',
  delFlag: 'text?',
  parentName: 'text?',
  children: 'list?',
};

const role = {
  ...audit,
  roleId: 'number',
  roleName: 'text',
  roleKey: 'text',
  roleSort: 'number',
  dataScope: 'text',
  menuCheckStrictly: 'flag',
  deptCheckStrictly: 'flag',
  status: 'text',
  delFlag: 'text?',
  flag: 'flag',
  menuIds: 'list?',
  deptIds: 'list?',
  permissions: 'list?',
  admin: 'flag',
};

const { createBy: _, updateBy: __, updateTime: ___, remark: ____, createTime: _____, ...nestedRole } = role;

const user = {
  ...audit,
  userId: 'number',
  deptId: 'number?',
  userName: 'text',
  nickName: 'text',
  email: 'text',
  phonenumber: 'text',
  sex: 'text',
  avatar: 'text',
  status: 'text',
  delFlag: 'text',
  loginIp: 'text?',
  loginDate: 'time?',
  pwdUpdateDate: 'time?',
  dept: { '?': 'null', ...nestedDepartment },
  roles: [nestedRole],
  roleIds: 'list?',
  postIds: 'list?',
  roleId: 'number?',
  admin: 'flag',
} as const;

const router: { [key: string]: Shape } = {
  'name?': 'text',
  path: 'text',
  hidden: 'flag',
  'redirect?': 'text',
  component: 'text',
  'query?': 'text',
  'alwaysShow?': 'flag',
  'meta?': { title: 'text', icon: 'text', noCache: 'flag', link: 'text?' },
};
router['children?'] = [router];

const node: { [key: string]: Shape } = { id: 'number', label: 'text', disabled: 'flag' };
node['children?'] = [node];

export const shapes = {
  user,
  role,
  router,
  node,
  dept: { ...audit, ...nestedDepartment, children: ['text'] },
  post: { ...audit, postId: 'number', postCode: 'text', postName: 'text', postSort: 'number', status: 'text', flag: 'flag' },
  menu: {
    ...audit,
    menuId: 'number',
    menuName: 'text',
    parentName: 'text?',
    parentId: 'number',
    orderNum: 'number',
    path: 'text',
    component: 'text?',
    query: 'text?',
    routeName: 'text?',
    isFrame: 'text',
    isCache: 'text',
    menuType: 'text',
    visible: 'text',
    status: 'text',
    perms: 'text?',
    icon: 'text',
    children: ['text'],
  },
  dictType: { ...audit, dictId: 'number', dictName: 'text', dictType: 'text', status: 'text' },
  dictData: {
    ...audit,
    dictCode: 'number',
    dictSort: 'number',
    dictLabel: 'text',
    dictValue: 'text',
    dictType: 'text',
    cssClass: 'text?',
    listClass: 'text?',
    isDefault: 'text',
    status: 'text',
    default: 'flag',
  },
  config: { ...audit, configId: 'number', configName: 'text', configKey: 'text', configValue: 'text', configType: 'text' },
  notice: {
    ...audit,
    noticeId: 'number',
    noticeTitle: 'text',
    noticeType: 'text',
    noticeContent: 'text?',
    status: 'text',
    isRead: 'flag',
  },
  reader: { userId: 'number', userName: 'text', nickName: 'text', deptName: 'text?', phonenumber: 'text', readTime: 'time' },
} satisfies Record<string, Shape>;

const typeChecks: Record<string, (value: unknown) => boolean> = {
  number: (value) => typeof value === 'number',
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  list: Array.isArray,
  time: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value),
};

/** Reports missing keys and wrong types compared with RuoYi. Extra keys are allowed. */
export function shapeViolations(value: unknown, shape: Shape, at = ''): string[] {
  if (typeof shape === 'string') {
    const isMatch = (shape.endsWith('?') && value === null) || typeChecks[shape.replace('?', '')]?.(value);
    return isMatch ? [] : [`${at} is ${JSON.stringify(value)}, not ${shape}`];
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${at} is no list`];
    return value.flatMap((each, index) => shapeViolations(each, shape[0] as Shape, `${at}[${index}]`));
  }
  const { '?': nullable, ...keys } = shape as { [key: string]: Shape };
  if (value === null && nullable) return [];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at} is no object`];
  const record = value as Record<string, unknown>;
  return Object.entries(keys).flatMap(([key, inner]) => {
    const name = key.replace(/\?$/, '');
    if (!(name in record)) return key.endsWith('?') ? [] : [`${at}.${name} is missing`];
    return shapeViolations(record[name], inner, `${at}.${name}`);
  });
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
interface RequestParts {
  json?: unknown;
  form?: Record<string, unknown>;
  multipart?: FormData;
  headers?: Record<string, string>;
}

/** Sends requests with one token, with a JSON content type even without a body. */
export function ruoyiClient({ app }: TestServer, token = '') {
  const send = async (method: Method, url: string, { json, form, multipart, headers }: RequestParts = {}) => {
    const body = multipart && new Request('http://x', { method: 'POST', body: multipart });
    const type = form ? 'application/x-www-form-urlencoded' : (body?.headers.get('content-type') ?? 'application/json;charset=utf-8');
    const payload = form
      ? encodeParams(form)
      : body
        ? Buffer.from(await body.arrayBuffer())
        : json === undefined
          ? undefined
          : JSON.stringify(json);
    const reply = await app.inject({
      method,
      url: `/api${url}`,
      headers: { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(payload !== undefined && { payload }),
    });
    const kind = String(reply.headers['content-type'] ?? '');
    return { status: reply.statusCode, type: kind, headers: reply.headers, body: kind.includes('json') ? reply.json() : reply.rawPayload };
  };
  return {
    get: (url: string, query: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
      send('GET', withQuery(url, query), { headers }),
    put: (url: string, json?: unknown) => send('PUT', url, { json }),
    post: (url: string, json?: unknown) => send('POST', url, { json }),
    delete: (url: string) => send('DELETE', url),
    form: (url: string, form: Record<string, unknown> = {}) => send('POST', url, { form }),
    multipart: (url: string, multipart: FormData) => send('POST', url, { multipart }),
  };
}
export type RuoyiClient = ReturnType<typeof ruoyiClient>;

const withQuery = (url: string, query: Record<string, unknown>) => (Object.keys(query).length ? `${url}?${encodeParams(query)}` : url);

/** Encoded brackets for nested keys, repeated keys for lists, an empty value for null, nothing for undefined. */
function encodeParams(fields: Record<string, unknown>, within = ''): string {
  return Object.entries(fields)
    .flatMap(([key, value]) => {
      const name = within ? `${within}[${key}]` : key;
      if (value === undefined) return [];
      if (Array.isArray(value)) return value.map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(String(each))}`);
      if (typeof value === 'object' && value !== null) return [encodeParams(value as Record<string, unknown>, name)];
      return [`${encodeURIComponent(name)}=${encodeURIComponent(String(value ?? ''))}`];
    })
    .join('&');
}
