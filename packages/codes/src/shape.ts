import { type Alphabet, digitValues, NO_DIGIT, radixOf } from './alphabet.ts';

/** How the codes of a space look: prefix, masked serial, tag and, where the rule wants one, a check character. */
export interface CodeShape {
  /** At most 4 capitals or digits, without I L O U. */
  prefix: string;
  alphabet: Alphabet;
  /** From 1 to 8 with base32, to 12 with decimal digits: numbers stay exact and the bias below 2^-40. */
  serialDigits: number;
  /** The same limits; at least 3 with base32 and 4 with decimal digits keep the EU's floor. */
  tagDigits: number;
  /** A Luhn character modulo r at the end. */
  checkCharacter: boolean;
}

/** Sixteen characters of base 32: a million million serials, and as many tags. */
export const DEFAULT_SHAPE: CodeShape = { prefix: '', alphabet: 'base32', serialDigits: 8, tagDigits: 8, checkCharacter: false };

/** Length of GS1's AI 21 (General Specifications 3.5.2). */
export const AI21_LENGTH = 20;
/** Length of a code that need not fit AI 21. */
export const LONGEST_CODE = 24;
/** Most signs of what a code begins with. */
export const LONGEST_PREFIX = 4;

/** Most digits of a serial or a tag. */
export const mostDigits = (alphabet: Alphabet): number => (alphabet === 'decimal' ? 12 : 8);

/** Fewest digits of a tag that is not guessed more often than once in 10 000. */
export const fewestTagDigits = (alphabet: Alphabet): number => (alphabet === 'decimal' ? 4 : 3);

/** Characters of a whole code. */
export const lengthOf = (shape: CodeShape): number =>
  shape.prefix.length + shape.serialDigits + shape.tagDigits + (shape.checkCharacter ? 1 : 0);

/** Serials that the shape can tell apart: r^d1, exact. */
export const capacityOf = (shape: CodeShape): number => radixOf(shape.alphabet) ** shape.serialDigits;

/**
 * Tells whether normalised `text` has the prefix, length and characters of `shape`. Shapes of different alphabets may both
 * fit one text; the tag tells whose it is.
 */
export function fits(shape: CodeShape, text: string): boolean {
  if (text.length !== lengthOf(shape) || !text.startsWith(shape.prefix)) return false;
  const values = shape.alphabet === 'decimal' ? decimal : base32;
  for (let at = shape.prefix.length; at < text.length; at++) {
    if ((values[text.charCodeAt(at)] ?? NO_DIGIT) === NO_DIGIT) return false;
  }
  return true;
}

const decimal = digitValues('decimal');
const base32 = digitValues('base32');
