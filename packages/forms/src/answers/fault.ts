import type { Json } from '../json.ts';

/** Everything that can be wrong with an answer. Its word is `issue.form.<fault>`, with `{field}` and the params. */
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
  'unseen',
  'pattern',
  'patternPlain',
  'patternInput',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  fault: FaultKind;
  /** `message` where the form's author wrote a sentence of their own. */
  params?: Record<string, string | number>;
}

/** What is wrong with one answer of a form, and where: `['items', 2, 'price']` is a cell of a sub-table's third row. */
export interface AnswerFault extends Fault {
  path: (string | number)[];
  /** Id of its component. */
  id: number;
  label: string;
  value?: Json;
}
