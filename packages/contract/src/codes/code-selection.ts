import { z } from 'zod';
import { Id, int, scannedText, unlessBlank } from '../core/fields.ts';

/** What a code is on: a unit, a box, a case or a pallet; in a batch's packaging any of the three above the unit may be absent. */
export const codeLevels = [0, 1, 2, 3] as const;
export const CodeLevel = int(0, 3);
/** The levels as files for others name them. */
export const levelNames = ['unit', 'box', 'case', 'pallet'] as const;
export const LevelName = z.enum(levelNames);
export type LevelName = z.output<typeof LevelName>;

/** Codes that one pasted list may hold; a longer one is a file. */
export const LONGEST_LIST = 10_000;

/** A pasted list: one code a line, or an array; blank lines are no codes. */
export const PastedCodes = z.preprocess(
  (list) => (typeof list === 'string' ? list.split(/[\r\n,;，；]+/).filter((line) => line.trim() !== '') : list),
  z.array(scannedText()).min(1).max(LONGEST_LIST),
);

const Ordinal = unlessBlank(int(1, Number.MAX_SAFE_INTEGER));

/** The fields of a selection, for a body that asks for more beside it; such a body ends with `superRefine(oneSelection)`. */
export const selectionFields = {
  /** A run of codes of one batch at one level (absent: units), counted from 1, both ends included; an absent end is the first or the last. */
  batchId: unlessBlank(Id),
  level: unlessBlank(CodeLevel),
  from: Ordinal,
  to: Ordinal,
  /** The code of a box, case or pallet: itself and all that is in it. */
  container: unlessBlank(scannedText()),
  /** Codes of any batches and levels; one on a container means its content too. */
  codes: unlessBlank(PastedCodes),
};

type SelectionFields = z.output<z.ZodObject<typeof selectionFields>>;

/** Refuses what names no codes, or names them in two ways. */
export function oneSelection({ batchId, container, codes }: SelectionFields, { addIssue }: z.core.$RefinementCtx) {
  const ways = [batchId, container, codes].filter((way) => way !== undefined).length;
  if (ways === 0) addIssue({ code: 'invalid_type', expected: 'number', input: undefined, path: ['batchId'] });
  if (ways > 1)
    addIssue({ code: 'custom', params: { word: 'issue.oneSelection' }, path: [container === undefined ? 'codes' : 'container'] });
}

/** Codes that somebody means: a run of a batch, a container, or a list. */
export const Selection = z.object(selectionFields).superRefine(oneSelection);
export type Selection = z.output<typeof Selection>;

/** How many of the next lower level present one container of a level holds. Levels ascend; a level that is not named is not there. */
export const BatchPackaging = z
  .array(z.object({ level: int(1, 3), contains: int(1, 9999) }))
  .max(3)
  .refine((levels) => levels.every(({ level }, index) => level > (levels[index - 1]?.level ?? 0)), {
    params: { word: 'issue.packagingOrder' },
  });
export type BatchPackaging = z.output<typeof BatchPackaging>;
