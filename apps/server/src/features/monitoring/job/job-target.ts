import type { JobArgument, JobParam, WordKey } from '@suyuan/contract';
import type { Installation } from '../../../platform/http/installation.ts';
import type { Localized } from '../../../platform/translations.ts';

/** Only registered targets can be called; nothing is evaluated. */
export interface JobTarget {
  /** Translation key of the name; the description has the suffix `.purpose`. */
  word: WordKey;
  params: readonly JobParam[];
  /** Resolves to a line for the log, if any. The signal aborts when the process ends. */
  run(installation: Installation, args: JobArgument[], signal: AbortSignal): Promise<Localized | undefined>;
}

export type JobTargets = Record<string, JobTarget>;

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
