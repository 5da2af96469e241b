import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { InvalidInput, issueOf } from '../refusal.ts';
import { isPartAFile, registerBodyParsers } from '../request-bodies.ts';
import { answerAsRestProblem } from './rest-problem.ts';
import { restRoutes } from './rest-routes.ts';
import { definitionOf, isObject, unwrapped } from './schema-definition.ts';

/** Names within a value that zod would drop. It reports those of strict objects itself. */
function undeclaredNames(schema: z.core.$ZodType, value: unknown, path: PropertyKey[]): z.core.$ZodIssue[] {
  if (typeof value !== 'object' || value === null) return [];
  const definition = definitionOf(schema);
  const { type, shape, catchall, element, valueType, options } = definition;
  if (shape) {
    return Object.entries(isObject(value) ? value : {}).flatMap(([name, each]) => {
      const declared = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (declared) return undeclaredNames(declared, each, [...path, name]);
      return catchall ? [] : [issueOf([...path, name], each, 'issue.undeclared')];
    });
  }
  if (element) return Array.isArray(value) ? value.flatMap((each, index) => undeclaredNames(element, each, [...path, index])) : [];
  if (type === 'record' && valueType)
    return Object.entries(value).flatMap(([name, each]) => undeclaredNames(valueType, each, [...path, name]));
  // the option that fits best
  if (options) return options.map((each) => undeclaredNames(each, value, path)).sort((a, b) => a.length - b.length)[0] ?? [];
  const inner = unwrapped(definition);
  return inner ? undeclaredNames(inner, value, path) : [];
}

/** Validates a part of a request, and refuses undeclared names at any depth. */
const validateStrictly: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const value = data ?? {};
    const parsed = schema.safeParse(value, { reportInput: true });
    const issues = [...(parsed.error?.issues ?? []), ...undeclaredNames(schema, value, [])];
    return issues.length > 0 ? { error: new InvalidInput(issues) } : { value: parsed.data };
  };

/** Serves below `/api/v1` what the features serve to RuoYi clients: JSON without an envelope, with HTTP status codes. */
export async function restDialect(app: FastifyInstance) {
  await app.register(multipart, { isPartAFile, limits: { fileSize: 5 * 1024 * 1024, files: 10, fields: 50 } });
  registerBodyParsers(app);
  app.setValidatorCompiler(validateStrictly);
  app.setErrorHandler(answerAsRestProblem);
  restRoutes(app);
}
