import { type CodeContainer, codes } from '@suyuan/contract';

/** Path of a code's page; a unit has no level in it. */
export const codePath = ({ batchId, level, ordinal }: Pick<CodeContainer, 'batchId' | 'level' | 'ordinal'>) =>
  `${codes.path}/${batchId}/${ordinal}${level > 0 ? `?level=${level}` : ''}`;
