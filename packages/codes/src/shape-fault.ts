import { type CodeShape, minTagDigits, MAX_CODE_LENGTH, MAX_PREFIX_LENGTH, lengthOf, maxDigits } from './shape.ts';

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
