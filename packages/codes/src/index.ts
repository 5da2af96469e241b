export { type Alphabet, CROCKFORD, digitsOf, radixOf } from './alphabet.ts';
export { isCset82, isLot } from './cset82.ts';
export { type DigitalLink, digitalLinkPath, parseDigitalLink } from './digital-link.ts';
export { type Gs1KeyLength, gs1CheckDigit, isGs1Key, toGtin14 } from './gs1-key.ts';
export { checkCharacterOf, hasCheckCharacter } from './luhn.ts';
export { normalise } from './normalise.ts';
export { EU_FLOOR, type Odds, oddsOf, WARNED_ABOVE } from './odds.ts';
export { countsOf, levelAbove, levelBelow, NO_PACKAGING, type Sizes, sizesOf, unitsIn } from './packaging.ts';
export {
  AI21_LENGTH,
  type CodeShape,
  capacityOf,
  DEFAULT_SHAPE,
  fewestTagDigits,
  fits,
  LONGEST_CODE,
  LONGEST_PREFIX,
  lengthOf,
  mostDigits,
} from './shape.ts';
export { type ShapeFault, shapeFault } from './shape-fault.ts';
export { isUscc } from './uscc.ts';
