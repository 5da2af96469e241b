import type { JobParam, WordKey } from '@suyuan/contract';
import type { Installation } from '../../../platform/http/installation.ts';

export type JobArgument = string | number | boolean;

/** A function of the server that may run by the clock. What is not registered cannot be named: nothing is evaluated. */
export interface JobTarget {
  /** Words of its name; its purpose is at the same key with `.purpose`. */
  word: WordKey;
  params: readonly JobParam[];
  /** Resolves to one line for the log, if there is something to say. Aborted when the process ends. */
  run(installation: Installation, args: JobArgument[], signal: AbortSignal): Promise<string | undefined>;
}

export type JobTargets = Record<string, JobTarget>;

/** A target as it is written: `name` or `name(arguments)`. */
interface Call {
  name: string;
  args: JobArgument[];
}

const SHAPE = /^\s*([A-Za-z][\w.]*)\s*(?:\((.*)\))?\s*$/s;
const ARGUMENT = /\s*(?:'([^']*)'|"([^"]*)"|(true|false)|(-?\d+(?:\.\d+)?)[LD]?)\s*(,|$)/gy;

/**
 * Reads a target as the family writes it: texts in quotes, `true` and `false`, whole numbers (`10`, `10L`), others (`1.5`, `1.5D`).
 * Undefined where it is no target at all.
 */
export function parseTarget(text: string): Call | undefined {
  const [, name, list] = SHAPE.exec(text) ?? [];
  if (!name) return undefined;
  const args: JobArgument[] = [];
  const rest = list?.trim() ?? '';
  ARGUMENT.lastIndex = 0;
  for (let at = 0; at < rest.length; ) {
    const found = ARGUMENT.exec(rest);
    if (!found) return undefined;
    const [, single, double, flag, number, end] = found;
    args.push(flag ? flag === 'true' : number !== undefined ? Number(number) : (single ?? double ?? ''));
    at = ARGUMENT.lastIndex;
    // a comma promises another argument
    if (end === ',' && at >= rest.length) return undefined;
  }
  return { name, args };
}

/** The arguments that a target's function is called with: given ones judged, missing ones by their defaults; else the name of the one at fault. */
export function fitArguments(params: readonly JobParam[], given: readonly JobArgument[]): JobArgument[] | { wrong: string } {
  if (given.length > params.length) return { wrong: String(given[params.length]) };
  const args: JobArgument[] = [];
  for (const [place, param] of params.entries()) {
    const value = given[place] ?? param.default;
    if (!fits(param, value)) return { wrong: param.name };
    args.push(value);
  }
  return args;
}

function fits({ kind, min = -Infinity, max = Infinity }: JobParam, value: JobArgument) {
  if (kind === 'text') return typeof value === 'string' && value.length <= max;
  if (kind === 'boolean') return typeof value === 'boolean';
  return typeof value === 'number' && (kind === 'number' || Number.isSafeInteger(value)) && value >= min && value <= max;
}
