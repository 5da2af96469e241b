import type { JobParam, WordKey } from '@suyuan/contract';
import type { Installation } from '../../../platform/http/installation.ts';

export type JobArgument = string | number | boolean;

/** Only registered targets can be called; nothing is evaluated. */
export interface JobTarget {
  /** Translation key of the name; the description has the suffix `.purpose`. */
  word: WordKey;
  params: readonly JobParam[];
  /** Resolves to a line for the log, if any. The signal aborts when the process ends. */
  run(installation: Installation, args: JobArgument[], signal: AbortSignal): Promise<string | undefined>;
}

export type JobTargets = Record<string, JobTarget>;

interface Call {
  name: string;
  args: JobArgument[];
}

const SHAPE = /^\s*([A-Za-z][\w.]*)\s*(?:\((.*)\))?\s*$/s;
const ARGUMENT = /\s*(?:'([^']*)'|"([^"]*)"|(true|false)|(-?\d+(?:\.\d+)?)[LD]?)\s*(,|$)/gy;

/** Parses RuoYi's syntax: quoted texts, `true`, `false`, integers (`10`, `10L`) and decimals (`1.5`, `1.5D`). Undefined if invalid. */
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
    // rejects a trailing comma
    if (end === ',' && at >= rest.length) return undefined;
  }
  return { name, args };
}

/** Validated arguments with defaults, or the name of the first invalid one. */
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
