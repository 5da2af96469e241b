import type { JobParam, WordKey } from '@suyuan/contract';
import type { Installation } from '../../../platform/http/installation.ts';
import type { Localized } from '../../../platform/translations.ts';

export type JobArgument = string | number | boolean;

/** Only registered targets can be called; nothing is evaluated. */
export interface JobTarget {
  /** Translation key of the name; the description has the suffix `.purpose`. */
  word: WordKey;
  params: readonly JobParam[];
  /** Resolves to a line for the log, if any. The signal aborts when the process ends. */
  run(installation: Installation, args: JobArgument[], signal: AbortSignal): Promise<Localized | undefined>;
}

export type JobTargets = Record<string, JobTarget>;

interface Call {
  name: string;
  args: JobArgument[];
}

const TARGET_PATTERN = /^\s*([A-Za-z][\w.]*)\s*(?:\((.*)\))?\s*$/s;
const ARGUMENT_PATTERN = /\s*(?:'([^']*)'|"([^"]*)"|(true|false)|(-?\d+(?:\.\d+)?)[LD]?)\s*(,|$)/gy;

/** Parses RuoYi's syntax: quoted texts, `true`, `false`, integers (`10`, `10L`) and decimals (`1.5`, `1.5D`). Undefined if invalid. */
export function parseTarget(text: string): Call | undefined {
  const [, name, list] = TARGET_PATTERN.exec(text) ?? [];
  if (!name) return undefined;
  const args: JobArgument[] = [];
  const argumentText = list?.trim() ?? '';
  ARGUMENT_PATTERN.lastIndex = 0;
  for (let position = 0; position < argumentText.length; ) {
    const match = ARGUMENT_PATTERN.exec(argumentText);
    if (!match) return undefined;
    const [, single, double, flag, number, end] = match;
    args.push(flag ? flag === 'true' : number !== undefined ? Number(number) : (single ?? double ?? ''));
    position = ARGUMENT_PATTERN.lastIndex;
    // rejects a trailing comma
    if (end === ',' && position >= argumentText.length) return undefined;
  }
  return { name, args };
}

/** Validated arguments with defaults, or the name of the first invalid one. */
export function resolveArguments(params: readonly JobParam[], values: readonly JobArgument[]): JobArgument[] | { wrong: string } {
  if (values.length > params.length) return { wrong: String(values[params.length]) };
  const args: JobArgument[] = [];
  for (const [index, param] of params.entries()) {
    const value = values[index] ?? param.default;
    if (!isValidArgument(param, value)) return { wrong: param.name };
    args.push(value);
  }
  return args;
}

function isValidArgument({ kind, min = -Infinity, max = Infinity }: JobParam, value: JobArgument) {
  if (kind === 'text') return typeof value === 'string' && value.length <= max;
  if (kind === 'boolean') return typeof value === 'boolean';
  return typeof value === 'number' && (kind === 'number' || Number.isSafeInteger(value)) && value >= min && value <= max;
}
