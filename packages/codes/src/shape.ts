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
export const MAX_PREFIX_LENGTH = 4;

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
