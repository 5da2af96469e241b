import { type Alphabet, digitValues, NO_DIGIT, radixOf } from './alphabet.ts';

export interface CodeShape {
  /** At most 4 capitals or digits, without I, L, O and U. */
  prefix: string;
  alphabet: Alphabet;
  /** 1 to 8 digits in base32, 1 to 12 in decimal. Numbers then remain exact and the bias below 2^-40. */
  serialDigits: number;
  /** Same limits. At least 3 digits in base32 and 4 in decimal meet the EU limit. */
  tagDigits: number;
  checkCharacter: boolean;
}

/** Sixteen characters of base 32: 2^40 serials and 2^40 tags. */
export const DEFAULT_SHAPE: CodeShape = { prefix: '', alphabet: 'base32', serialDigits: 8, tagDigits: 8, checkCharacter: false };

/** Maximum length of AI 21 (GS1 General Specifications §3.5.2). */
export const AI21_LENGTH = 20;
/** Maximum length of a code outside AI 21. */
export const MAX_CODE_LENGTH = 24;
const MAX_PREFIX_LENGTH = 4;

export const maxDigits = (alphabet: Alphabet): number => (alphabet === 'decimal' ? 12 : 8);

/** Minimum digits of a tag for a guessing probability of at most 1 in 10 000. */
export const minTagDigits = (alphabet: Alphabet): number => (alphabet === 'decimal' ? 4 : 3);

export const lengthOf = (shape: CodeShape): number =>
  shape.prefix.length + shape.serialDigits + shape.tagDigits + (shape.checkCharacter ? 1 : 0);

/** Number of serials: r^d1, exact. */
export const capacityOf = (shape: CodeShape): number => radixOf(shape.alphabet) ** shape.serialDigits;

/**
 * Checks prefix, length and characters of the normalised `text`. A text may fit shapes of different alphabets. The tag decides which
 * one applies.
 */
export function matchesShape(shape: CodeShape, text: string): boolean {
  if (text.length !== lengthOf(shape) || !text.startsWith(shape.prefix)) return false;
  const values = shape.alphabet === 'decimal' ? decimal : base32;
  for (let at = shape.prefix.length; at < text.length; at++) {
    if ((values[text.charCodeAt(at)] ?? NO_DIGIT) === NO_DIGIT) return false;
  }
  return true;
}

const decimal = digitValues('decimal');
const base32 = digitValues('base32');

export type ShapeFault =
  | { fault: 'prefixTooLong'; params: { most: number } }
  | { fault: 'prefixHasLookAlike'; params: { character: string } }
  | { fault: 'prefixHasOther'; params: { character: string } }
  | { fault: 'serialDigitsOutOfRange'; params: { least: number; most: number } }
  | { fault: 'tagDigitsOutOfRange'; params: { least: number; most: number } }
  | { fault: 'tooFewTagDigits'; params: { least: number } }
  | { fault: 'tooLong'; params: { length: number; most: number } };

/**
 * First fault of `shape`, or undefined for a valid shape.
 * @param most maximum characters of a code: 20 to fit AI 21, otherwise 24
 */
export function shapeFault(shape: CodeShape, most: number = MAX_CODE_LENGTH): ShapeFault | undefined {
  const malformed = formulaFault(shape);
  if (malformed) return malformed;
  const least = minTagDigits(shape.alphabet);
  if (shape.tagDigits < least) return { fault: 'tooFewTagDigits', params: { least } };
  const length = lengthOf(shape);
  return length > most ? { fault: 'tooLong', params: { length, most } } : undefined;
}

/** First fault that makes the formula fail. Accepts weak and overlong shapes. */
export function formulaFault({ prefix, alphabet, serialDigits, tagDigits }: CodeShape): ShapeFault | undefined {
  if (prefix.length > MAX_PREFIX_LENGTH) return { fault: 'prefixTooLong', params: { most: MAX_PREFIX_LENGTH } };
  const lookAlike = /[ILOU]/i.exec(prefix);
  if (lookAlike) return { fault: 'prefixHasLookAlike', params: { character: lookAlike[0] } };
  const other = /[^0-9A-Z]/u.exec(prefix);
  if (other) return { fault: 'prefixHasOther', params: { character: other[0] } };
  const range = { least: 1, most: maxDigits(alphabet) };
  if (!isWithin(serialDigits, range)) return { fault: 'serialDigitsOutOfRange', params: range };
  return isWithin(tagDigits, range) ? undefined : { fault: 'tagDigitsOutOfRange', params: range };
}

const isWithin = (count: number, { least, most }: { least: number; most: number }) =>
  Number.isInteger(count) && count >= least && count <= most;

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
