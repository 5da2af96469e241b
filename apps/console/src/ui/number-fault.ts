import { decimal, int, issueMessage, type Translate } from '@suyuan/contract';
import type { NumberBounds } from './numbers.ts';

interface Asked extends NumberBounds {
  /** Rejects an empty value. */
  needed?: boolean | undefined;
}

/** Equal to the server's message; undefined if valid. */
export function numberFault(t: Translate, title: string, value: unknown, { min, max, places, needed = false }: Asked): string | undefined {
  if (!needed && (value === undefined || value === null || value === '')) return undefined;
  const [least, most] = [min ?? -Number.MAX_SAFE_INTEGER, max ?? Number.MAX_SAFE_INTEGER];
  const rule = places === undefined ? int(least, most) : decimal(least, most, places);
  const issue = rule.safeParse(value, { reportInput: true }).error?.issues[0];
  return issue && issueMessage(t, title, issue);
}
