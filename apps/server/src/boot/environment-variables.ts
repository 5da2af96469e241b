import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { parseDatabaseUrl } from '../platform/db/hosts.ts';

/** Base of relative paths in settings. */
export const repository = path.resolve(import.meta.dirname, '../../../..');

export const roles = ['all', 'console', 'public', 'worker'] as const;
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** An optional variable. Empty counts as unset; `expected` describes a valid value in an error message. */
const variable = <S extends z.ZodType>(schema: S, chinese: string, english: string) => ({
  schema: schema.optional(),
  expected: { chinese, english },
});

const flag = () => variable(z.stringbool({ truthy: ['on', 'true', '1'], falsy: ['off', 'false', '0'] }), 'on 或 off', 'on or off');
const port = () =>
  variable(
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .pipe(z.int().max(65_535)),
    '0 到 65535 的整数（0 表示任选一个空闲端口）',
    'a whole number from 0 to 65535 (0 takes any free port)',
  );
const folder = (english: string, chinese: string) =>
  variable(
    z.string().transform((text) => path.resolve(repository, text)),
    chinese,
    english,
  );

/** Accepts an IP address, a CIDR range, or the name of a well-known range. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', prefix, ...more] = text.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  if (!version || more.length > 0) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/** Trusted proxies. `on` trusts one proxy, because clients can forge the entries further left in its header. */
const proxies = z.union([
  z
    .literal('off')
    .or(z.literal('false'))
    .transform(() => false as const),
  z
    .literal('on')
    .or(z.literal('true'))
    .transform(() => 1),
  z
    .string()
    .regex(/^[1-9]$/)
    .transform(Number),
  z
    .string()
    .transform((text) => text.split(',').map((each) => each.trim()))
    .refine((list) => list.every(isProxy)),
]);

const text = (shape: RegExp, chinese: string, english: string) => variable(z.string().regex(shape), chinese, english);

/** Object storage that replaces `DATA_DIR/files`. */
export const s3Variables = {
  S3_ENDPOINT: variable(
    z.url({ protocol: /^https?$/ }),
    '对象存储的网址，例如 https://oss-cn-shanghai.aliyuncs.com',
    'the address of the store, e.g. https://s3.example.com',
  ),
  S3_BUCKET: text(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    '存储桶名：3 到 63 个小写字母、数字、点或连字符',
    'a bucket: 3 to 63 lower-case letters, digits, dots or hyphens',
  ),
  S3_REGION: text(/^[a-zA-Z0-9-]{1,64}$/, '区域名，例如 cn-north-1', 'a region, e.g. cn-north-1'),
  S3_ACCESS_KEY: text(/^[\x21-\x7e]{3,200}$/, '3 到 200 个可见字符的访问密钥', 'an access key of 3 to 200 visible characters'),
  S3_SECRET_KEY: text(/^[\x21-\x7e]{8,200}$/, '8 到 200 个可见字符的访问密钥密文', 'a secret key of 8 to 200 visible characters'),
  S3_PREFIX: text(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*\/?$/, '键的前缀，例如 suyuan/', 'what every key begins with, e.g. suyuan/'),
  S3_PATH_STYLE: flag(),
};

const databaseUrl = z.string().refine((address) => parseDatabaseUrl(address) !== undefined);

const amapKey = () => variable(z.string().regex(/^[0-9a-zA-Z]{8,64}$/), '8 到 64 位字母或数字', '8 to 64 letters or digits');

export const variables = {
  PORT: port(),
  PUBLIC_PORT: port(),
  HOST: variable(z.string().regex(/^[0-9a-zA-Z.:_-]{1,255}$/), '本机的 IP 地址或主机名', 'an address or host name of this machine'),
  DATA_DIR: folder('the path of a folder', '一个文件夹的路径'),
  DATABASE_URL: variable(
    databaseUrl,
    'postgres://用户:密码@主机:5432/数据库；多台主机写成 主机1:5432,主机2:5432，并加 ?target_session_attrs=read-write',
    'postgres://user:password@host:5432/database; several hosts as host1:5432,host2:5432 with ?target_session_attrs=read-write',
  ),
  DATABASE_OWNER_URL: variable(
    databaseUrl,
    '同一个数据库、以拥有数据表的角色登录的地址：postgres://角色:密码@主机:5432/数据库',
    'the same database as the role that owns its tables: postgres://role:password@host:5432/database',
  ),
  DATABASE_POOL_URL: variable(
    databaseUrl,
    '连接池（如 PgBouncer）的地址：postgres://用户:密码@主机:6432/数据库',
    'the address of a pooler such as PgBouncer: postgres://user:password@host:6432/database',
  ),
  DATABASE_POOL_PREPARED: flag(),
  DATABASE_READ_URL: variable(
    databaseUrl,
    '备库的地址 postgres://用户:密码@主机:5432/数据库；多台备库写成 主机1:5432,主机2:5432，并加 ?target_session_attrs=standby',
    'a standby: postgres://user:password@host:5432/database; several as host1:5432,host2:5432 with ?target_session_attrs=standby',
  ),
  DATABASE_READ_LAG: variable(
    z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .pipe(z.int().min(1).max(300)),
    '1 到 300 的整数（秒）',
    'a whole number of seconds from 1 to 300',
  ),
  DATABASE_STANDBY_REQUIRED: flag(),
  REDIS_URL: variable(
    z.url({ protocol: /^rediss?$/ }),
    'redis://用户:密码@主机:6379/0，或 rediss://…',
    'redis://user:password@host:6379/0, or rediss://…',
  ),
  MASTER_KEY_FILE: folder('the path of a file of 32 bytes', '一个 32 字节文件的路径'),
  PUBLIC_BASE_URL: variable(
    z
      .url({ protocol: /^https?$/ })
      .refine((text) => !/[?#@]/.test(text))
      .transform((text) => text.replace(/\/+$/, '')),
    '不带参数的网址，例如 https://t.example.cn',
    'an address without query, e.g. https://t.example.cn',
  ),
  ADMIN_PASSWORD: variable(
    z
      .string()
      .min(8)
      .max(128)
      .refine((text) => !commonPassword.test(text)),
    '8 到 128 个字符，且不是人人皆知的密码',
    '8 to 128 characters, not a well-known password',
  ),
  SAMPLE_DATA: variable(
    z.enum(['zh-CN', 'en-US']).or(z.stringbool({ truthy: ['on', 'true', '1'], falsy: ['off', 'false', '0'] })),
    'on、off、zh-CN 或 en-US',
    'on, off, zh-CN or en-US',
  ),
  CAPTCHA_ENABLED: flag(),
  REGISTER_ENABLED: flag(),
  TRUST_PROXY: variable(
    proxies,
    'off、on（一层代理）、代理的层数 1 到 9，或以逗号分隔的代理地址（IP、网段、loopback）',
    'off, on (one proxy), the number of proxies from 1 to 9, or their addresses separated by commas (IP, range, loopback)',
  ),
  LOG_LEVEL: variable(z.enum(logLevels), `其中之一：${logLevels.join('、')}`, `one of ${logLevels.join(', ')}`),
  PREVIEW_SITE: flag(),
  SERVICE_WORKER: flag(),
  ENGLISH_ENABLED: flag(),
  AMAP_KEY: amapKey(),
  AMAP_SECURITY_CODE: amapKey(),
  METRICS_TOKEN: text(/^[\x21-\x7e]{16,256}$/, '16 到 256 个可见字符', '16 to 256 visible characters'),
  HEALTH_PORT: port(),
  DRAIN_SECONDS: variable(
    z
      .string()
      .regex(/^\d{1,2}$/)
      .transform(Number)
      .pipe(z.int().max(30)),
    '0 到 30 的整数（秒）',
    'a whole number of seconds from 0 to 30',
  ),
  ...s3Variables,
  GEN_ROOT: variable(
    z
      .string()
      .transform((text) => path.resolve(repository, text))
      .refine((place) => statSync(place, { throwIfNoEntry: false })?.isDirectory()),
    '一个已有文件夹的路径，里面是一份源代码',
    'the path of a folder that is there, a copy of the source',
  ),
  ROLE: variable(z.enum(roles), `其中之一：${roles.join('、')}`, `one of ${roles.join(', ')}`),
};

const commonPassword =
  /^(.)\1*$|^(0?1234567890?|12345678|123456789|admin123|admin1234|admin12345|admin123456|password\d*|ruoyi123|qwertyui(op)?)$/i;

/** Variables whose values are not printed. */
export const secrets = new Set<string>([
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_POOL_URL',
  'DATABASE_READ_URL',
  'REDIS_URL',
  'AMAP_SECURITY_CODE',
  'METRICS_TOKEN',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
]);
