import { radixOf } from './alphabet.ts';
import type { CodeShape } from './shape.ts';

/** EU Delegated Regulation 2016/161, article 4 (c): the probability of guessing a code is at most one in ten thousand. */
export const EU_FLOOR = 1 / 10_000;

const WARNED_ABOVE = 2 ** -40;

export interface Odds {
  /** Probability that a guessed tag of a known serial is valid. */
  aimed: number;
  /** Probability that a random text of the right shape is an issued code. */
  blind: number;
  verdict: 'refused' | 'warned' | 'good';
}

/**
 * Success probabilities of a forger without the key.
 * @param epochs number of currently accepted key epochs
 * @param issued number of codes issued in the space
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
