// Over 250 lines: every environment variable, parsed and validated in one place.
import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import type { S3Location } from '../platform/files/s3-store.ts';
import { type Sentence, sentence } from '../platform/operator-error.ts';

/** Base of relative paths in settings. */
export const repository = path.resolve(import.meta.dirname, '../../../..');

const roles = ['all', 'console', 'public', 'worker'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

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
const s3Variables = {
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

const amapKey = () => variable(z.string().regex(/^[0-9a-zA-Z]{8,64}$/), '8 到 64 位字母或数字', '8 to 64 letters or digits');

const variables = {
  PORT: port(),
  PUBLIC_PORT: port(),
  HOST: variable(z.string().regex(/^[0-9a-zA-Z.:_-]{1,255}$/), '本机的 IP 地址或主机名', 'an address or host name of this machine'),
  DATA_DIR: folder('the path of a folder', '一个文件夹的路径'),
  DATABASE_URL: variable(
    z.url({ protocol: /^postgres(ql)?$/ }),
    '一台主机的地址 postgres://用户:密码@主机:5432/数据库；多台主机由代理或虚拟地址切换',
    'postgres://user:password@host:5432/database with one host; a proxy or a virtual address leads to another after a failover',
  ),
  DATABASE_OWNER_URL: variable(
    z.url({ protocol: /^postgres(ql)?$/ }),
    '同一个数据库、以拥有数据表的角色登录的地址：postgres://角色:密码@主机:5432/数据库',
    'the same database as the role that owns its tables: postgres://role:password@host:5432/database',
  ),
  DATABASE_POOL_URL: variable(
    z.url({ protocol: /^postgres(ql)?$/ }),
    '连接池（如 PgBouncer）的地址：postgres://用户:密码@主机:6432/数据库',
    'the address of a pooler such as PgBouncer: postgres://user:password@host:6432/database',
  ),
  DATABASE_POOL_PREPARED: flag(),
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
  SAMPLE_DATA: flag(),
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
const secrets = new Set<string>([
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_POOL_URL',
  'REDIS_URL',
  'AMAP_SECURITY_CODE',
  'METRICS_TOKEN',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
]);

type Name = keyof typeof variables;
type ParsedVariables = { [N in Name]?: z.output<(typeof variables)[N]['schema']> };

export interface Environment {
  port: number;
  publicPort: number;
  host: string;
  dataDir: string;
  /** External PostgreSQL; undefined: embedded. */
  databaseUrl: string | undefined;
  /** The same database as the role that owns its tables; undefined: the role of `databaseUrl` owns them. */
  databaseOwnerUrl: string | undefined;
  /** A pooler for the external PostgreSQL, for work that needs no session state. */
  databasePoolUrl: string | undefined;
  /** The pooler supports named prepared statements. */
  databasePoolPrepared: boolean;
  /** A Redis or Valkey shared by processes; undefined: each process caches and counts alone. */
  redisUrl: string | undefined;
  /** Undefined: `master.key` in the data folder, generated if missing. */
  masterKeyFile: string | undefined;
  /** Without a trailing slash. */
  publicBaseUrl: string | undefined;
  adminPassword: string | undefined;
  sampleData: boolean;
  /** First values of two console settings; undefined: the defaults of a new installation. */
  captchaEnabled: boolean | undefined;
  registerEnabled: boolean | undefined;
  /** Number of proxies in front, or their addresses; false: none. */
  trustProxy: false | number | string[];
  logLevel: (typeof logLevels)[number];
  previewSite: boolean;
  /** If false, browsers that cached the console drop their cache. */
  serviceWorker: boolean;
  englishEnabled: boolean;
  amapKey: string | undefined;
  amapSecurityCode: string | undefined;
  /** Bearer token for `/metrics`; without one, only this machine may read it. */
  metricsToken: string | undefined;
  /** A separate port for `/live`, `/ready` and `/metrics`. */
  healthPort: number | undefined;
  /** Seconds after SIGTERM in which the process reports "not ready" and still serves requests. */
  drainSeconds: number;
  s3: S3Location | undefined;
  /** Output folder of the code generator; undefined, as in production: it writes nothing. */
  genRoot: string | undefined;
  role: (typeof roles)[number];
}

/** Returns the settings, or one sentence for each invalid value. Empty counts as unset. */
export function readEnvironment(env: Record<string, string | undefined>): { environment: Environment } | { wrong: Sentence[] } {
  const wrong: Sentence[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { schema, expected }] of Object.entries(variables)) {
    const text = env[name]?.trim() || undefined;
    const parsed = schema.safeParse(text);
    if (parsed.success) values[name] = parsed.data;
    else {
      const value = secrets.has(name) ? '' : ` “${text?.slice(0, 80)}”`;
      wrong.push(
        sentence(`环境变量 ${name}${value} 不对，应为：${expected.chinese}`, `${name} is wrong: it should be ${expected.english}`),
      );
    }
  }
  for (const name of Object.keys(env).filter((key) => key.startsWith('S3_') && !Object.hasOwn(s3Variables, key) && env[key]?.trim()))
    wrong.push(sentence(`环境变量 ${name} 不存在；可用的有 ${Object.keys(s3Variables).join('、')}`, `there is no setting ${name}`));
  // Cast: each value was parsed by the schema of its own name.
  const environment = withDefaults(values as ParsedVariables);
  const { port, publicPort, role } = environment;
  if (wrong.length === 0 && role === 'all' && port === publicPort && port !== 0) {
    wrong.push(sentence(`环境变量 PUBLIC_PORT “${publicPort}” 不对，不能与 PORT 相同`, 'PUBLIC_PORT is wrong: it must differ from PORT'));
  }
  if (values.DATABASE_POOL_URL && !values.DATABASE_URL)
    wrong.push(
      sentence(
        '环境变量 DATABASE_URL 应填写：DATABASE_POOL_URL 只代替它的一部分连接，通知和锁仍直接连数据库',
        'DATABASE_URL is missing beside DATABASE_POOL_URL: notices and locks go to the database itself',
      ),
    );
  if (values.DATABASE_OWNER_URL && !values.DATABASE_URL)
    wrong.push(
      sentence(
        '环境变量 DATABASE_URL 应填写：DATABASE_OWNER_URL 只用于升级数据库结构，服务本身用 DATABASE_URL 的角色',
        'DATABASE_URL is missing: DATABASE_OWNER_URL only changes the schema, the server works as the role of DATABASE_URL',
      ),
    );
  const s3Names = Object.keys(s3Variables).filter((name) => env[name]?.trim());
  if (s3Names.length > 0 && !env.S3_BUCKET?.trim())
    wrong.push(sentence(`环境变量 S3_BUCKET 应填写：设了 ${s3Names.join('、')}`, 'S3_BUCKET is missing beside the others'));
  if (Boolean(values.S3_ACCESS_KEY) !== Boolean(values.S3_SECRET_KEY))
    wrong.push(sentence('环境变量 S3_ACCESS_KEY 与 S3_SECRET_KEY 应同时填写或同时留空', 'S3_ACCESS_KEY and S3_SECRET_KEY go together'));
  return wrong.length > 0 ? { wrong } : { environment };
}

function s3Of(values: ParsedVariables): S3Location | undefined {
  if (!values.S3_BUCKET) return undefined;
  return {
    endpoint: values.S3_ENDPOINT,
    bucket: values.S3_BUCKET,
    region: values.S3_REGION ?? 'us-east-1',
    accessKey: values.S3_ACCESS_KEY,
    secretKey: values.S3_SECRET_KEY,
    prefix: values.S3_PREFIX ? `${values.S3_PREFIX.replace(/\/$/, '')}/` : '',
    pathStyle: values.S3_PATH_STYLE ?? values.S3_ENDPOINT !== undefined,
  };
}

function withDefaults(values: ParsedVariables): Environment {
  return {
    port: values.PORT ?? 8080,
    publicPort: values.PUBLIC_PORT ?? 8081,
    host: values.HOST ?? '127.0.0.1',
    dataDir: values.DATA_DIR ?? path.join(repository, 'data'),
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    databasePoolUrl: values.DATABASE_POOL_URL,
    databasePoolPrepared: values.DATABASE_POOL_PREPARED ?? false,
    redisUrl: values.REDIS_URL,
    masterKeyFile: values.MASTER_KEY_FILE,
    publicBaseUrl: values.PUBLIC_BASE_URL,
    adminPassword: values.ADMIN_PASSWORD,
    // Never add sample data to an external database by default.
    sampleData: (values.SAMPLE_DATA ?? true) && !values.DATABASE_URL,
    captchaEnabled: values.CAPTCHA_ENABLED,
    registerEnabled: values.REGISTER_ENABLED,
    trustProxy: values.TRUST_PROXY ?? false,
    logLevel: values.LOG_LEVEL ?? 'warn',
    previewSite: values.PREVIEW_SITE ?? false,
    serviceWorker: values.SERVICE_WORKER ?? true,
    englishEnabled: values.ENGLISH_ENABLED ?? false,
    amapKey: values.AMAP_KEY,
    amapSecurityCode: values.AMAP_SECURITY_CODE,
    metricsToken: values.METRICS_TOKEN,
    healthPort: values.HEALTH_PORT,
    // no other process can take over an embedded database
    drainSeconds: values.DRAIN_SECONDS ?? (values.DATABASE_URL ? 5 : 0),
    s3: s3Of(values),
    genRoot: values.GEN_ROOT,
    role: values.ROLE ?? 'all',
  };
}
