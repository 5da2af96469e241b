export { type Alphabet, CROCKFORD, checkCharacterOf } from './alphabet.ts';
export { digitalLinkPath } from './digital-link.ts';
export { FNC1, formatElementString } from './element-string.ts';
export { type EventObject, eventText, normaliseName } from './event-text.ts';
export { gs1CheckDigit, isGs1Key, ssccCapacity, ssccOf, toGtin14 } from './gs1-key.ts';
export { normalise, toHalfWidth } from './normalise.ts';
export { countsOf, levelAbove, levelBelow, NO_PACKAGING, type Sizes, sizesOf, unitsIn } from './packaging.ts';
export { readSymbol, type SymbolText } from './read-symbol.ts';
export {
  AI21_LENGTH,
  type CodeShape,
  capacityOf,
  DEFAULT_SHAPE,
  EU_FLOOR,
  lengthOf,
  MAX_CODE_LENGTH,
  matchesShape,
  maxDigits,
  minTagDigits,
  type Odds,
  oddsOf,
  type ShapeFault,
  shapeFault,
} from './shape.ts';
export { isUscc } from './uscc.ts';
