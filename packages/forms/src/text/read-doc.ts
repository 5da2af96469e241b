import type { z } from 'zod';
import { isObject } from '../json.ts';
import { DOC_VERSION, type FormDoc } from '../model.ts';
import { isExcessive, FormDoc as Schema } from '../schema.ts';
import { complete } from './complete.ts';
import { readJson } from './read-json.ts';
import { type ParseModule, readModule } from './read-module.ts';
import { type ReadText, TextError, type TextFault } from './text-fault.ts';

/** Migrations by source version. Each change of the format adds a step here. */
const migrations: Record<string, (doc: Record<string, unknown>) => Record<string, unknown>> = {};

export type DocOutcome = { doc: FormDoc; issues?: undefined } | { doc?: undefined; issues: z.core.$ZodIssue[]; version?: string };

/** Migrates older versions and adds omitted values. Refuses unknown versions. */
export function readDoc(value: unknown): DocOutcome {
  let current = value;
  for (let step = 0; step < 100 && isObject(current) && typeof current.version === 'string' && current.version !== DOC_VERSION; step++) {
    const migrate = Object.hasOwn(migrations, current.version) ? migrations[current.version] : undefined;
    if (!migrate) return { issues: [], version: current.version };
    current = migrate(current);
  }
  const { data, error } = Schema.safeParse(isExcessive(current) ? current : complete(current));
  return data ? { doc: data } : { issues: error?.issues ?? [] };
}

export type TextOutcome = { doc: FormDoc; faults?: undefined } | { doc?: undefined; faults: TextFault[] };

export const readDocJson = (text: string): TextOutcome => readDocText(() => readJson(text));

export const readDocModule = (text: string, parse: ParseModule): TextOutcome => readDocText(() => readModule(text, parse));

function readDocText(read: () => ReadText): TextOutcome {
  try {
    const { value, spotOf } = read();
    const { doc, issues, ...rest } = readDoc(value);
    if (doc) return { doc };
    const { version } = rest as { version?: string };
    if (version !== undefined) return { faults: [{ what: 'version', params: { version }, ...spotOf(['version']) }] };
    return { faults: issues.map((issue) => ({ what: 'issue', issue, path: issue.path, ...spotOf(issue.path) })) };
  } catch (error) {
    if (error instanceof TextError) return { faults: [error.fault] };
    throw error;
  }
}
