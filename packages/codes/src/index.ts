export { type Alphabet, CROCKFORD } from './alphabet.ts';
export { digitalLinkPath } from './digital-link.ts';
export { FNC1, formatElementString } from './element-string.ts';
export { type EventObject, eventText, normaliseName } from './event-text.ts';
export { toHalfWidth } from './full-width.ts';
export { gs1CheckDigit, isGs1Key, ssccCapacity, ssccOf, toGtin14 } from './gs1-key.ts';
export { checkCharacterOf } from './luhn.ts';
export { normalise } from './normalise.ts';
export { EU_FLOOR, type Odds, oddsOf } from './odds.ts';
export { countsOf, levelAbove, levelBelow, NO_PACKAGING, type Sizes, sizesOf, unitsIn } from './packaging.ts';
export { readSymbol, type SymbolText } from './read-symbol.ts';
export {
  AI21_LENGTH,
  type CodeShape,
  capacityOf,
  DEFAULT_SHAPE,
  minTagDigits,
  matchesShape,
  MAX_CODE_LENGTH,
  lengthOf,
  maxDigits,
} from './shape.ts';
export { type ShapeFault, shapeFault } from './shape-fault.ts';
export { isUscc } from './uscc.ts';
