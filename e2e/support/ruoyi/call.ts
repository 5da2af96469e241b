import type { AccessControl, Session } from './access.ts';
import type { Cache } from './cache.ts';
import type { Database } from './records.ts';

/** An error with its code in the body and HTTP status 200, as in RuoYi. */
export class Refusal extends Error {
  readonly code: number;
  constructor(message: string, code = 500) {
    super(message);
    this.code = code;
  }
}

export class FileAnswer {
  readonly type: string;
  readonly bytes: Buffer;
  readonly headers: Record<string, string>;
  constructor(type: string, bytes: Buffer | string, headers: Record<string, string> = {}) {
    this.type = type;
    this.bytes = Buffer.from(bytes as Buffer);
    this.headers = headers;
  }
}

export interface Upload {
  field: string;
  fileName: string;
  bytes: Buffer;
}

/** Query and form parameters, which Spring merges. */
export class Parameters {
  readonly all: URLSearchParams;
  constructor(...sources: URLSearchParams[]) {
    this.all = new URLSearchParams(sources.flatMap((source) => [...source]));
  }
  /** The first value; '' when absent. */
  text(name: string): string {
    return this.all.get(name) ?? '';
  }
  has(name: string): boolean {
    return this.all.has(name);
  }
  /** @throws Refusal with Spring's message */
  required(name: string): string {
    const value = this.all.get(name);
    if (value === null) throw new Refusal(`Required request parameter '${name}' for method parameter type String is not present`);
    return value;
  }
  /** A `Long[]` parameter, repeated or comma-separated; null when absent or empty. */
  ids(name: string): number[] | null {
    const values = this.all.getAll(name).join(',');
    return values === '' ? null : toIds(name, values);
  }
}

export class JsonBody {
  readonly fields: Record<string, unknown>;
  constructor(fields: Record<string, unknown>) {
    this.fields = fields;
  }
  /** Null when absent. @throws Refusal when the field is an object or array */
  text(name: string): string | null {
    const value = this.fields[name];
    if (value === undefined || value === null) return null;
    if (typeof value === 'object') {
      const [kind, token] = Array.isArray(value) ? ['Array', 'START_ARRAY'] : ['Object', 'START_OBJECT'];
      throw new Refusal(
        `JSON parse error: Cannot deserialize value of type \`java.lang.String\` from ${kind} value (token \`JsonToken.${token}\`)`,
      );
    }
    return String(value);
  }
  /** Null when absent or ''. @throws Refusal when it is none */
  number(name: string): number | null {
    const value = this.text(name);
    if (value === null || value === '') return null;
    if (!/^-?\d+$/.test(value))
      throw new Refusal(`JSON parse error: Cannot deserialize value of type \`java.lang.Long\` from String "${value}": not a valid value`);
    return Number(value);
  }
  /** A Java boolean: false when absent or null. */
  primitive(name: string): boolean {
    const value = this.fields[name];
    return value === true || value === 'true' || value === 1;
  }
  /** A `Long[]`; null when absent. @throws Refusal when it is no array */
  ids(name: string): number[] | null {
    const value = this.fields[name];
    if (value === undefined || value === null) return null;
    if (!Array.isArray(value))
      throw new Refusal(
        `JSON parse error: Cannot deserialize value of type \`java.lang.Long[]\` from ${typeof value === 'string' ? 'String' : 'Integer'} value (token \`JsonToken.VALUE_${typeof value === 'string' ? 'STRING' : 'NUMBER_INT'}\`)`,
      );
    return value.map(Number);
  }
}

/** Comma-separated ids of a path or parameter. @throws Refusal with RuoYi's message */
export function toIds(name: string, text: string): number[] {
  const parts = text.split(',').filter(Boolean);
  if (parts.some((part) => !/^-?\d+$/.test(part)))
    throw new Refusal(`请求参数类型不匹配，参数[${name}]要求类型为：'[Ljava.lang.Long;'，但输入值为：'${text}'`);
  return parts.map(Number);
}

export interface World {
  db: Database;
  cache: Cache;
  access: AccessControl;
  /** Uploaded files by URL. */
  files: Map<string, Buffer>;
  version: '3.9' | '3.8';
}

export interface Call extends World {
  method: string;
  /** Path without the prefix. */
  path: string;
  parameters: Parameters;
  uploads: Upload[];
  userAgent: string;
  /** @throws Refusal when there is none */
  readonly session: Session;
  /** @throws Refusal when the body is no JSON object */
  readonly body: JsonBody;
  variable(name: string): string;
  /** A `Long` path variable. @throws Refusal with RuoYi's message */
  id(name: string): number;
  /** A `Long[]` path variable. @throws Refusal with RuoYi's message */
  ids(name: string): number[];
}

export interface Route {
  handle: (call: Call) => object;
  /** Required permission; absent: any signed-in user. */
  permission?: string;
  open?: true;
  /** Title and type of the audit log entry. */
  log?: [title: string, businessType: number];
}

/** By `METHOD /path`, with `:name` for a variable and `*` for any method. */
export type Routes = Record<string, Route>;

export const ok = (more: object = {}) => ({ msg: '操作成功', code: 200, ...more });

/** Like RuoYi's `success(data)`: no `data` key for null; a string becomes the message. */
export const okData = (data: unknown) =>
  data === null || data === undefined ? ok() : typeof data === 'string' ? ok({ msg: data }) : ok({ data });

/** Like RuoYi's `toAjax(rows)`. @throws Refusal when no row was changed */
export function affected(rows: number) {
  if (rows === 0) throw new Refusal('操作失败');
  return ok();
}
