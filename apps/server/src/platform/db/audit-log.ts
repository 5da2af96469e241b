import { namesSecret, SECRET_MASK } from '@suyuan/contract';
import type { Db } from './database.types.ts';

/** The family's kinds of business, by their number on the wire. */
const businessTypes = { other: 0, add: 1, edit: 2, remove: 3, grant: 4, export: 5, import: 6, forceOut: 7, generate: 8, clear: 9 } as const;
export type BusinessType = keyof typeof businessTypes;

interface Refusal {
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
  /** What refused it, and what its sentence needs. */
  refusal?: Refusal;
  /** Milliseconds. */
  costTime: number;
}

/** Characters of a parameter or answer that are kept. */
const KEPT = 2000;
const SECRET = /password|token|secret|^codes?$|^container$|^pin$|^ticket$|^url$/i;

/** The number under `code` that says how a request ended; a product's code is a text or a longer number. */
const isOutcome = (name: string, part: unknown) => name === 'code' && typeof part === 'number' && part < 1000;

/** JSON without secrets, or with `mask` in their place, and without NUL. */
const textOf = (value: unknown, mask?: string) =>
  JSON.stringify(value ?? {}, function (this: { configKey?: unknown }, name, part) {
    if (SECRET.test(name) && !isOutcome(name, part)) return mask;
    // a setting's value is a secret where its key says so, and where nobody says which setting it is
    if (name === 'configValue' && (this.configKey === undefined || namesSecret(String(this.configKey)))) return SECRET_MASK;
    return typeof part === 'string' ? part.replaceAll('\0', '') : part;
  }) ?? '';

/** The same, cut to what the column holds. */
const written = (value: unknown) => textOf(value).slice(0, KEPT);

/** Characters that are kept of each thing that a refusal's sentence names, where all that it knows is more than the column holds. */
const NAMED = 200;

/**
 * A refusal without its sentence, which whoever reads the log is told in their own language. A code or a secret is masked, not left out:
 * the sentence has a place for it.
 */
function refusalText({ problem, params }: Refusal): string {
  const whole = textOf({ problem, params }, SECRET_MASK);
  if (whole.length <= KEPT) return whole;
  const plain = Object.entries(params).filter(([, value]) => typeof value !== 'object');
  const short = plain.map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, NAMED) : value]);
  return textOf({ problem, params: Object.fromEntries(short) }, SECRET_MASK).slice(0, KEPT);
}

/** Writes a row of the operation log, to be sealed soon: a record of the business, in the transaction of the change itself. */
export async function writeAuditLog(db: Db, entry: AuditLogEntry): Promise<void> {
  const { title, type, operName, deptName, method, requestMethod, operUrl, operIp, params, answer, refusal, costTime } = entry;
  await db
    .with('written', (row) =>
      row
        .insertInto('operlog')
        .values({
          title,
          businessType: businessTypes[type],
          method,
          requestMethod,
          operName,
          deptName,
          operUrl: operUrl.slice(0, 255),
          operIp,
          operParam: written(params),
          jsonResult: refusal ? refusalText(refusal) : answer === undefined ? '' : written(answer),
          status: refusal ? '1' : '0',
          errorMsg: refusal?.problem ?? null,
          costTime,
        })
        .returning('operId'),
    )
    .insertInto('operlogUnsealed')
    .columns(['operId'])
    .expression((rows) => rows.selectFrom('written').select('operId'))
    .execute();
}
