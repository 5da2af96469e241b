import { namesSecret, SECRET_MASK } from '@suyuan/contract';
import type { Db } from './db.ts';

/** RuoYi's business types by wire number. */
const businessTypes = { other: 0, add: 1, edit: 2, remove: 3, grant: 4, export: 5, import: 6, forceOut: 7, generate: 8, clear: 9 } as const;
export type BusinessType = keyof typeof businessTypes;

interface LoggedProblem {
  problem: string;
  params: Record<string, unknown>;
}

interface AuditLogEntry {
  title: string;
  type: BusinessType;
  userId: number;
  operName: string;
  deptName: string;
  method: string;
  requestMethod: string;
  operUrl: string;
  operIp: string;
  params: object;
  answer?: unknown;
  /** The problem and its message parameters. */
  refusal?: LoggedProblem;
  /** Milliseconds. */
  costTime: number;
}

const MAX_JSON_LENGTH = 2000;
const SECRET = /password|token|secret|^codes?$|^container$|^pin$|^ticket$|^url$/i;

/** True for a `code` that is a response status; a product code is a string or a longer number. */
const isStatusCode = (name: string, part: unknown) => name === 'code' && typeof part === 'number' && part < 1000;

/** JSON with secrets removed, or replaced by `mask`, and without NUL. */
const redactedJson = (value: unknown, mask?: string) =>
  JSON.stringify(value ?? {}, function (this: { configKey?: unknown }, name, part) {
    if (SECRET.test(name) && !isStatusCode(name, part)) return mask;
    // mask a setting's value if its key names a secret or is absent
    if (name === 'configValue' && (this.configKey === undefined || namesSecret(String(this.configKey)))) return SECRET_MASK;
    return typeof part === 'string' ? part.replaceAll('\0', '') : part;
  }) ?? '';

const truncatedJson = (value: unknown) => redactedJson(value).slice(0, MAX_JSON_LENGTH);

/** Maximum characters of each parameter when the whole refusal exceeds the column. */
const MAX_PARAM_LENGTH = 200;

/**
 * A refusal without its message, which is rendered in the reader's language. Secrets are masked rather than removed, because the message
 * has placeholders for them.
 */
function problemJson({ problem, params }: LoggedProblem): string {
  const fullText = redactedJson({ problem, params }, SECRET_MASK);
  if (fullText.length <= MAX_JSON_LENGTH) return fullText;
  const scalarParams = Object.entries(params).filter(([, value]) => typeof value !== 'object');
  const truncatedParams = scalarParams.map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, MAX_PARAM_LENGTH) : value]);
  return redactedJson({ problem, params: Object.fromEntries(truncatedParams) }, SECRET_MASK).slice(0, MAX_JSON_LENGTH);
}

/** Adds a row to the audit log in the transaction of the change. A worker seals it within seconds. */
export async function writeAuditLog(db: Db, entry: AuditLogEntry): Promise<void> {
  const { title, type, operName, deptName, method, requestMethod, operUrl, operIp, params, answer, refusal, costTime } = entry;
  await db
    .with('written', (row) =>
      row
        .insertInto('auditLog')
        .values({
          title,
          businessType: businessTypes[type],
          method,
          requestMethod,
          operName,
          deptName,
          operUrl: operUrl.slice(0, 255),
          operIp,
          operParam: truncatedJson(params),
          jsonResult: refusal ? problemJson(refusal) : answer === undefined ? '' : truncatedJson(answer),
          status: refusal ? '1' : '0',
          errorMsg: refusal?.problem ?? null,
          costTime,
        })
        .returning('operId'),
    )
    .insertInto('auditLogUnsealed')
    .columns(['operId'])
    .expression((rows) => rows.selectFrom('written').select('operId'))
    .execute();
}
