import { z } from 'zod';
import { absentIfBlank, Id, int, scannedText } from '../core/fields.ts';

/** 0 unit, 1 box, 2 case, 3 pallet. A packaging may lack any level above the unit. */
export const codeLevels = [0, 1, 2, 3] as const;
export const CodeLevel = int(0, 3);
/** Level names in external files. */
export const levelNames = ['unit', 'box', 'case', 'pallet'] as const;
export const LevelName = z.enum(levelNames);
export type LevelName = z.output<typeof LevelName>;

/** Longer lists are uploaded as files. */
export const MAX_PASTED_CODES = 10_000;

/** One code per line. Blank lines are ignored. */
export const PastedCodes = z.preprocess(
  (list) => (typeof list === 'string' ? list.split(/[\r\n,;，；]+/).filter((line) => line.trim() !== '') : list),
  z.array(scannedText()).min(1).max(MAX_PASTED_CODES),
);

const Ordinal = absentIfBlank(int(1, Number.MAX_SAFE_INTEGER));

/** A body schema with these fields must end with `superRefine(oneSelection)`. */
export const selectionFields = {
  /** Range at one level (absent: units). From 1, both ends included. Absent: the first and the last. */
  batchId: absentIfBlank(Id),
  level: absentIfBlank(CodeLevel),
  from: Ordinal,
  to: Ordinal,
  /** Includes the content. */
  container: absentIfBlank(scannedText()),
  /** Any batch and level. Containers include their content. */
  codes: absentIfBlank(PastedCodes),
};

type SelectionFields = z.output<z.ZodObject<typeof selectionFields>>;

/** Rejects input without a selection, or with more than one. */
export function oneSelection({ batchId, container, codes }: SelectionFields, { addIssue }: z.core.$RefinementCtx) {
  const ways = [batchId, container, codes].filter((way) => way !== undefined).length;
  if (ways === 0) addIssue({ code: 'invalid_type', expected: 'number', input: undefined, path: ['batchId'] });
  if (ways > 1)
    addIssue({ code: 'custom', params: { word: 'issue.oneSelection' }, path: [container === undefined ? 'codes' : 'container'] });
}

export const Selection = z.object(selectionFields).superRefine(oneSelection);
export type Selection = z.output<typeof Selection>;

/** Items of the next lower existing level. Levels ascend. */
export const BatchPackaging = z
  .array(z.object({ level: int(1, 3), contains: int(1, 9999) }))
  .max(3)
  .refine((levels) => levels.every(({ level }, index) => level > (levels[index - 1]?.level ?? 0)), {
    params: { word: 'issue.packagingOrder' },
  });
export type BatchPackaging = z.output<typeof BatchPackaging>;
