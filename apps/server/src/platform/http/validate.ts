import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { InvalidInput } from './envelope.ts';

/** Validates a request's parts with their zod schemas; handlers receive the parsed values. */
export const validate: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const parsed = schema.safeParse(data ?? {}, { reportInput: true });
    return parsed.success ? { value: parsed.data } : { error: new InvalidInput(parsed.error.issues) };
  };
