import path from 'node:path';
import type { Language } from '@suyuan/contract';
import type { z } from 'zod';
import type { S3Location } from '../platform/files/s3-store.ts';
import { type Sentence, sentence } from '../platform/operator-error.ts';
import { type logLevels, repository, type roles, s3Variables, secrets, variables } from './environment-variables.ts';

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
  /** A standby for lists, figures and exports. */
  databaseReadUrl: string | undefined;
  /** Seconds that these may be behind. */
  databaseReadLag: number;
  /** A missing synchronous standby is reported. */
  databaseStandbyRequired: boolean;
  /** A Redis or Valkey shared by processes; undefined: each process caches and counts alone. */
  redisUrl: string | undefined;
  /** Undefined: `master.key` in the data folder, generated if missing. */
  masterKeyFile: string | undefined;
  /** Without a trailing slash. */
  publicBaseUrl: string | undefined;
  adminPassword: string | undefined;
  sampleData: boolean;
  /** Of the texts that the first start writes: sample data, first notices, name of the administrator. */
  firstLanguage: Language;
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

/** Variables without effect unless another one is set. */
const dependentVariables: { name: Name; needs: Name; chinese: string; english: string }[] = [
  {
    name: 'DATABASE_POOL_URL',
    needs: 'DATABASE_URL',
    chinese: 'DATABASE_POOL_URL 只代替它的一部分连接，通知和锁仍直接连数据库',
    english: 'DATABASE_POOL_URL replaces some of its connections, notices and locks go to the database itself',
  },
  {
    name: 'DATABASE_POOL_PREPARED',
    needs: 'DATABASE_POOL_URL',
    chinese: 'DATABASE_POOL_PREPARED 说的是这个连接池',
    english: 'DATABASE_POOL_PREPARED describes this pooler',
  },
  {
    name: 'DATABASE_READ_URL',
    needs: 'DATABASE_URL',
    chinese: 'DATABASE_READ_URL 是它的备库，只用于列表、统计和导出',
    english: 'DATABASE_READ_URL is a standby of it, only for lists, figures and exports',
  },
  {
    name: 'DATABASE_READ_LAG',
    needs: 'DATABASE_READ_URL',
    chinese: 'DATABASE_READ_LAG 是这个备库可以落后的秒数',
    english: 'DATABASE_READ_LAG is how far this standby may be behind',
  },
  {
    name: 'DATABASE_OWNER_URL',
    needs: 'DATABASE_URL',
    chinese: 'DATABASE_OWNER_URL 只用于升级数据库结构，服务本身用 DATABASE_URL 的角色',
    english: 'DATABASE_OWNER_URL only changes the schema, the server works as the role of DATABASE_URL',
  },
];

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
    wrong.push(
      sentence(
        `环境变量 ${name} 不存在；可用的有 ${Object.keys(s3Variables).join('、')}`,
        `there is no variable ${name}; there are ${Object.keys(s3Variables).join(', ')}`,
      ),
    );
  // Cast: each value was parsed by the schema of its own name.
  const environment = withDefaults(values as ParsedVariables);
  if (wrong.length === 0) wrong.push(...sharedPorts(environment));
  const isSet = (name: string) => Boolean(env[name]?.trim());
  for (const { name, needs, chinese, english } of dependentVariables)
    if (values[name] !== undefined && !isSet(needs))
      wrong.push(sentence(`环境变量 ${needs} 应填写：${chinese}`, `${needs} is missing: ${english}`));
  const { role } = environment;
  if (role !== 'all' && !isSet('DATABASE_URL'))
    wrong.push(
      sentence(
        `环境变量 DATABASE_URL 应填写：ROLE=${role} 与其他进程共用一个数据库；单独一个进程用 ROLE=all`,
        `DATABASE_URL is missing: ROLE=${role} shares a database with other processes; a single process has ROLE=all`,
      ),
    );
  const s3Names = Object.keys(s3Variables).filter(isSet);
  if (s3Names.length > 0 && !isSet('S3_BUCKET'))
    wrong.push(
      sentence(`环境变量 S3_BUCKET 应填写：设了 ${s3Names.join('、')}`, `S3_BUCKET is missing: it is needed by ${s3Names.join(', ')}`),
    );
  if (Boolean(values.S3_ACCESS_KEY) !== Boolean(values.S3_SECRET_KEY))
    wrong.push(sentence('环境变量 S3_ACCESS_KEY 与 S3_SECRET_KEY 应同时填写或同时留空', 'S3_ACCESS_KEY and S3_SECRET_KEY go together'));
  return wrong.length > 0 ? { wrong } : { environment };
}

/** Ports that two sites of this process would listen on. */
function sharedPorts({ role, port, publicPort, healthPort }: Environment): Sentence[] {
  const ports: [Name, number | undefined][] = [
    ['PORT', role === 'all' || role === 'console' ? port : undefined],
    ['PUBLIC_PORT', role === 'all' || role === 'public' ? publicPort : undefined],
    ['HEALTH_PORT', healthPort],
  ];
  return ports.flatMap(([name, number], index) => {
    const other = number ? ports.slice(0, index).find(([, each]) => each === number)?.[0] : undefined;
    if (!other) return [];
    return [sentence(`环境变量 ${name} “${number}” 不对，不能与 ${other} 相同`, `${name} is wrong: it must differ from ${other}`)];
  });
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
    databaseReadUrl: values.DATABASE_READ_URL,
    databaseReadLag: values.DATABASE_READ_LAG ?? 5,
    databaseStandbyRequired: values.DATABASE_STANDBY_REQUIRED ?? false,
    redisUrl: values.REDIS_URL,
    masterKeyFile: values.MASTER_KEY_FILE,
    publicBaseUrl: values.PUBLIC_BASE_URL,
    adminPassword: values.ADMIN_PASSWORD,
    // an external database never gets sample data
    sampleData: Boolean(values.SAMPLE_DATA ?? true) && !values.DATABASE_URL,
    firstLanguage: typeof values.SAMPLE_DATA === 'string' ? values.SAMPLE_DATA : values.ENGLISH_ENABLED ? 'en-US' : 'zh-CN',
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
