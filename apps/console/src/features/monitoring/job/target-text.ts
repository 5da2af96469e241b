import type { JobParam } from '@suyuan/contract';

type Argument = string | number | boolean;

export const targetName = (target: string): string => target.split('(')[0]?.trim() ?? '';

const ARGUMENT = /'([^']*)'|"([^"]*)"|(true|false)|(-?\d+(?:\.\d+)?)[LD]?/g;

/** Argument values of a target; defaults where they are missing. */
export function targetArguments(target: string, params: readonly JobParam[]): Argument[] {
  const list = target.slice(targetName(target).length);
  const parsed = [...list.matchAll(ARGUMENT)].map(([, single, double, flag, number]) =>
    flag ? flag === 'true' : number !== undefined ? Number(number) : (single ?? double ?? ''),
  );
  return params.map((param, index) => parsed[index] ?? param.default);
}

/** A target in RuoYi's syntax. A text with an apostrophe is quoted with double quotes. */
export function targetText(name: string, params: readonly JobParam[], args: readonly Argument[]): string {
  if (params.length === 0) return name;
  const argumentTexts = args.map((argument, index) => {
    if (params[index]?.kind !== 'text') return String(argument);
    const text = String(argument);
    return text.includes("'") ? `"${text.replaceAll('"', '')}"` : `'${text}'`;
  });
  return `${name}(${argumentTexts.join(', ')})`;
}
