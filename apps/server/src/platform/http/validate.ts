import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { InvalidInput } from './envelope.ts';

/** Reads a request's parts through their zod schemas; what they normalise is what the handler sees. */
export const validate: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const parsed = schema.safeParse(data ?? {}, { reportInput: true });
    return parsed.success ? { value: parsed.data } : { error: new InvalidInput(parsed.error.issues) };
  };
