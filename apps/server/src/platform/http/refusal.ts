import { isPlainWord, issueMessage, isWord, type ProblemName, problems, type WordKey } from '@suyuan/contract';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import type { FastifyError, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { isTransientError } from '../db/database-errors.ts';
import { Problem } from '../problem.ts';
import { type Reader, translateSeedName } from './seed-names.ts';

export class InvalidInput extends Error {
  readonly issues: z.core.$ZodIssue[];
  /** Part of the request. Fastify sets it where a schema was violated. */
  readonly validationContext: string | undefined;
  constructor(issues: z.core.$ZodIssue[], validationContext?: 'params' | 'querystring' | 'body' | 'headers') {
    super('invalidInput');
    this.issues = issues;
    this.validationContext = validationContext;
  }
}

/** A violation that no schema reports. */
export const issueOf = (path: PropertyKey[], input: unknown, word: string, params: object = {}): z.core.$ZodIssue => ({
  code: 'custom',
  path,
  input,
  message: word,
  params: { word, ...params },
});

/** The message of a problem in the caller's language; lists are joined, word keys and preinstalled names are translated. */
export function problemMessage(reader: Reader, { problem, params }: Problem): string {
  const { t } = reader;
  const translate = (name: string, value: unknown): unknown => {
    if (Array.isArray(value)) {
      const names = value.map((each) => String(translate(name, each)));
      // English names of regions contain commas
      return names.join(names.some((each) => each.includes(', ')) ? '; ' : t('kit.joint'));
    }
    if (typeof value !== 'string') return value;
    if (isWord(zhCN, value)) return t(value, params);
    return name.endsWith('Name') ? translateSeedName(reader, name, { ...params, [name]: value }) : value;
  };
  const translatedParams = Object.entries(params).map(([name, value]) => [name, translate(name, value)]);
  // a range of one is rendered as a single number
  const span = params.from !== undefined && params.from === params.to ? 'one' : 'many';
  return t(`problem.${problem}`, { span, ...Object.fromEntries(translatedParams) });
}

/** A reason that the system stores for readers of any language. `reasonIn` renders it. */
export const reasonOf = ({ problem, params }: Problem): string => JSON.stringify({ problem, params });

/** A stored reason in the reader's language. Reasons of people and of the release before are texts. */
export function reasonIn<Text extends string | null>(reader: Reader, stored: Text): Text | string {
  if (!stored?.startsWith('{"problem":')) return stored && translateSeedName(reader, 'stateReason', { stateReason: stored });
  const { problem, params } = parseReason(stored);
  return Object.hasOwn(problems, problem) ? problemMessage(reader, new Problem(problem, params ?? {})) : stored;
}

function parseReason(stored: string): { problem: ProblemName; params?: Record<string, unknown> | null } {
  try {
    return JSON.parse(stored);
  } catch {
    // a person may have written the same first characters
    return { problem: '' as ProblemName };
  }
}

/** The record with its `stateReason` in the reader's language. */
export const withReason = <Row extends { stateReason?: string | null }>(reader: Reader, row: Row): Row =>
  row.stateReason ? { ...row, stateReason: reasonIn(reader, row.stateReason) } : row;

/** Schema violations bring their own message. */
export const refusalMessage = (ctx: Reader, problem: Problem) =>
  problem.problem === 'invalidInput' && typeof problem.params.message === 'string' ? problem.params.message : problemMessage(ctx, problem);

/** Converts an error to a problem: itself, `invalidInput` for the first violation, or `unexpected` with an incident number. */
export function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof InvalidInput) return invalid(error, request);
  const status = transportStatus(error as FastifyError);
  if (status)
    return new Problem(status === 413 ? 'bodyTooLarge' : status === 415 ? 'bodyTypeWrong' : 'bodyUnreadable', {}, { cause: error });
  if (isBrokenForm(error)) return new Problem('formUnreadable', {}, { cause: error });
  if (isFull(error)) {
    request.log.error({ err: error, full: true });
    return new Problem('storageFull', {}, { cause: error });
  }
  if (isTransientError(error)) return new Problem('busy', {}, { cause: error });
  const incident = request.id;
  request.log.error({ err: error, incident });
  return new Problem('unexpected', { incident }, { cause: error });
}

/** A truncated multipart body, or an invalid boundary. The parser's errors have only these messages, no codes. */
const isBrokenForm = (error: unknown) =>
  error instanceof Error && /^Multipart: Boundary not found$|unexpected end of multipart data$|^The needle cannot /i.test(error.message);

const SQLITE_FULL = 13;

/** Full disk of the database (53100) or of this machine, whose data folder has a lock of SQLite. */
export const isFull = (error: unknown) =>
  error instanceof Error &&
  (('code' in error && /^(53100|ENOSPC|EDQUOT)$/.test(String(error.code))) || ('errcode' in error && error.errcode === SQLITE_FULL));

function invalid({ issues: [issue] }: InvalidInput, request: FastifyRequest): Problem {
  return new Problem('invalidInput', describeIssue(issue, request));
}

/** The faulty field and a message with its label. */
export function describeIssue(issue: z.core.$ZodIssue | undefined, request: FastifyRequest): { field: string; message: string } {
  const field = issue?.path.findLast((part) => typeof part === 'string') ?? '';
  const { word } = request.routeOptions.config;
  const { t } = request.ctx;
  const key = (field && word?.(field)) || '';
  const fieldWord = isPlainWord(zhCN, key) ? key : undefined;
  const title = fieldWord ? t(fieldWord) : commonTitle(t, field || 'body');
  const hintKey = (field && word?.(`${field}.hint`)) || '';
  const hint = isPlainWord(zhCN, hintKey) ? t(hintKey) : undefined;
  const message = issue ? issueMessage(t, title, issue, hint, fieldWord) : t('issue.format', { field: title });
  return { field, message };
}

function commonTitle(t: Reader['t'], field: string): string {
  const key = [`common.field.${field}`, `kit.${field}`].find((each) => isPlainWord(zhCN, each));
  return key ? t(key as WordKey) : field;
}

/** Thrown by this code base, as opposed to Fastify's transport errors. */
const isApplicationError = (error: unknown) => error instanceof Problem || error instanceof InvalidInput;

/** HTTP status of an error before the route; undefined for any other error. */
export function transportStatus(error: FastifyError): number | undefined {
  const status = error?.statusCode ?? 500;
  return !isApplicationError(error) && status >= 400 && status < 500 ? status : undefined;
}

const transportWords: Record<number, WordKey> = {
  404: 'kit.pathUnknown',
  405: 'kit.methodUnknown',
  413: 'problem.bodyTooLarge',
  414: 'kit.pathTooLong',
  415: 'problem.bodyTypeWrong',
};

export const transportWord = (status: number): WordKey => transportWords[status] ?? 'kit.requestUnreadable';
