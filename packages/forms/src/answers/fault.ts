import type { Json } from '../json.ts';

/** Faults of an answer. The text key is `issue.form.<fault>`, with `{field}` and the params. */
export const faultKinds = [
  'required',
  'requiredChoice',
  'requiredMessage',
  'type',
  'number',
  'tooLong',
  'tooShort',
  'tooSmall',
  'tooLarge',
  'places',
  'choice',
  'tooFew',
  'tooMany',
  'day',
  'time',
  'month',
  'week',
  'pairEnd',
  'pairOrder',
  'color',
  'file',
  'fileKind',
  'html',
  'controlCharacter',
  'pattern',
  'patternPlain',
  'patternInput',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  fault: FaultKind;
  /** `message` if the form's author wrote a custom sentence. */
  params?: Record<string, string | number>;
}

/** A fault of one answer. Path `['items', 2, 'price']` is a cell in the third row of a sub-table. */
export interface AnswerFault extends Fault {
  path: (string | number)[];
  id: number;
  label: string;
  value?: Json;
}
