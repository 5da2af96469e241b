import type { Fault } from '../answers/fault.ts';
import type { Json } from '../json.ts';
import { type FormNode, limits, type PatternRule } from '../model.ts';
import { type Machine, machineOf } from './machine.ts';
import { PatternError, type PatternRefusal, readSyntax } from './syntax.ts';

/** Accepts `/body/flags` or a bare body. Drops `g` and `y`, which do not affect a test. */
export function parsePattern({ pattern, flags = '' }: Pick<PatternRule, 'pattern' | 'flags'>): { body: string; flags: string } {
  const [, body, own = ''] = /^\/([\s\S]*)\/([a-z]*)$/.exec(pattern) ?? [];
  const all = [...new Set(`${body === undefined ? '' : own}${flags}`)].filter((flag) => flag !== 'g' && flag !== 'y').sort();
  return { body: body ?? pattern, flags: all.join('') };
}

type Compiled = Machine | PatternRefusal;
const machinesByPattern = new Map<string, Compiled>();
/** Cache size, above the number of patterns in concurrent use. */
const MOST_KNOWN = 500;

function compiled(rule: Pick<PatternRule, 'pattern' | 'flags'>): Compiled {
  const { body, flags } = parsePattern(rule);
  const key = `${flags}/${body}`;
  const cached = machinesByPattern.get(key);
  if (cached) return cached;
  const machine = compile(body, flags);
  if (machinesByPattern.size >= MOST_KNOWN) machinesByPattern.delete(machinesByPattern.keys().next().value!);
  machinesByPattern.set(key, machine);
  return machine;
}

function compile(body: string, flags: string): Compiled {
  if (body.length > limits.patternLength) return 'tooLarge';
  if (/[^imsu]/.test(flags)) return 'unusual';
  try {
    // the host checks the syntax only and never runs the pattern
    new RegExp(body, flags);
    return machineOf(readSyntax(body, flags.includes('u')), flags);
  } catch (error) {
    return error instanceof PatternError ? error.refusal : 'notAPattern';
  }
}

/** Reason why a pattern is not supported, or undefined. The text key is `issue.form.pattern.<refusal>`. */
export function patternRefusal(rule: Pick<PatternRule, 'pattern' | 'flags'>): PatternRefusal | undefined {
  const machine = compiled(rule);
  return typeof machine === 'string' ? machine : undefined;
}

/** An unsupported pattern matches every text. */
export function hasPattern(rule: Pick<PatternRule, 'pattern' | 'flags'>, text: string): boolean {
  const machine = compiled(rule);
  return typeof machine === 'string' || machine.finds(text);
}

/** Steps for all patterns of a form, about 0.2 seconds. Answers beyond this limit fail as too long. */
export const MOST_STEPS_OF_PATTERNS = 30_000_000;
export interface Effort {
  left: number;
}

export function patternFault({ regList }: FormNode, value: Json, effort: Effort = { left: MOST_STEPS_OF_PATTERNS }): Fault | undefined {
  if (regList.length === 0 || typeof value !== 'string') return undefined;
  const tooLong: Fault = { fault: 'patternInput', params: { max: limits.patternInput } };
  if (value.length > limits.patternInput) return tooLong;
  for (const rule of regList) {
    const machine = compiled(rule);
    if (typeof machine === 'string') continue;
    effort.left -= machine.size * (value.length + 1);
    if (effort.left < 0) return tooLong;
    if (!machine.finds(value)) return rule.message ? { fault: 'pattern', params: { message: rule.message } } : { fault: 'patternPlain' };
  }
  return undefined;
}
