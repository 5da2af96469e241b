import { radixOf } from './alphabet.ts';
import type { CodeShape } from './shape.ts';

/** EU Delegated Regulation 2016/161, article 4 (c): a guess may succeed at most once in ten thousand. */
export const EU_FLOOR = 1 / 10_000;

/** Odds of one epoch above which a rule is warned of. */
const WARNED_ABOVE = 2 ** -40;

export interface Odds {
  /** That a guess at the tag of a known serial is accepted. */
  aimed: number;
  /** That a text of the right shape, taken blindly, is a code issued today. */
  blind: number;
  verdict: 'refused' | 'warned' | 'good';
}

/**
 * The odds of a forger who has no key.
 * @param epochs key epochs that are accepted at a time
 * @param issued codes of the space that exist today
 */
export function oddsOf({ shape, epochs, issued }: { shape: CodeShape; epochs: number; issued: number }): Odds {
  const radix = radixOf(shape.alphabet);
  const aimed = epochs / radix ** shape.tagDigits;
  const blind = (issued / radix ** shape.serialDigits) * aimed;
  return { aimed, blind, verdict: verdictOf(aimed, epochs) };
}

function verdictOf(aimed: number, epochs: number): Odds['verdict'] {
  if (aimed > EU_FLOOR) return 'refused';
  return aimed > WARNED_ABOVE * epochs ? 'warned' : 'good';
}
