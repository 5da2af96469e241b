import { MAX_SCANNED_COUNT } from '@suyuan/contract';
import { groupDigits } from './number-format.ts';

/** Count of a confirmation. Only scanned codes are not counted beyond a limit. */
export const impactCountText = (name: string, count: number): string =>
  name === 'scanned' && count > MAX_SCANNED_COUNT ? `${groupDigits(MAX_SCANNED_COUNT)}+` : groupDigits(count);
