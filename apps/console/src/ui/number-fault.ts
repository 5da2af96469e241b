import { decimal, int, issueMessage, type Translate } from '@suyuan/contract';
import type { NumberBounds } from './numbers.ts';

interface NumberRules extends NumberBounds {
  /** Rejects an empty value. */
  required?: boolean | undefined;
}

/** Equal to the server's message; undefined if valid. */
export function validateNumber(
  t: Translate,
  title: string,
  value: unknown,
  { min, max, places, required = false }: NumberRules,
): string | undefined {
  if (!required && (value === undefined || value === null || value === '')) return undefined;
  const [minValue, maxValue] = [min ?? -Number.MAX_SAFE_INTEGER, max ?? Number.MAX_SAFE_INTEGER];
  const rule = places === undefined ? int(minValue, maxValue) : decimal(minValue, maxValue, places);
  const issue = rule.safeParse(value, { reportInput: true }).error?.issues[0];
  return issue && issueMessage(t, title, issue);
}
