import type { FastifyRequest, FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { InvalidInput, issueOf } from './refusal.ts';

/** Maximum nesting of JSON in a request. The deepest valid body, a designed form, has about forty levels. */
const MAX_NESTING = 200;

/** PostgreSQL stores neither NUL nor lone surrogates. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/**
 * Refuses unstorable texts and deep JSON before schema validation.
 * @throws invalidInput
 */
export function ensureStorable({ params, query, body }: Pick<FastifyRequest, 'params' | 'query' | 'body'>) {
  // a wildcard parameter is a file path, which is only looked up
  const { '*': _, ...pathParams } = Object(params) as Record<string, unknown>;
  for (const [part, value] of [
    ['params', pathParams],
    ['querystring', query],
    ['body', body],
  ] as const) {
    const issue = faultOf(value, []);
    if (issue) throw new InvalidInput([issue], part);
  }
}

function faultOf(value: unknown, path: PropertyKey[]): z.core.$ZodIssue | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : issueOf(path, value, 'issue.controlCharacter');
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return undefined;
  if (path.length === MAX_NESTING) return issueOf(path.slice(0, 1), undefined, 'issue.tooDeep', { max: MAX_NESTING });
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const fault = faultOf(value[index], [...path, index]);
      if (fault) return fault;
    }
    return undefined;
  }
  for (const [key, each] of Object.entries(value)) {
    const fault = isStorable(key) ? faultOf(each, [...path, key]) : issueOf(path, key, 'issue.controlCharacter');
    if (fault) return fault;
  }
  return undefined;
}

/** Validates a request's parts with their zod schemas; handlers receive the parsed values. */
export const validate: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const parsed = schema.safeParse(data ?? {}, { reportInput: true });
    return parsed.success ? { value: parsed.data } : { error: new InvalidInput(parsed.error.issues) };
  };
