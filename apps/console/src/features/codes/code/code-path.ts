import { type CodeContainer, codes } from '@suyuan/contract';

/** The page of a code; a unit's has no level in its address. */
export const codePath = ({ batchId, level, ordinal }: Pick<CodeContainer, 'batchId' | 'level' | 'ordinal'>) =>
  `${codes.path}/${batchId}/${ordinal}${level > 0 ? `?level=${level}` : ''}`;
