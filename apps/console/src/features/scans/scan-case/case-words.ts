import { type CaseReason, scanCases, scans, type WordKey } from '@suyuan/contract';

/** Reasons that cases have beyond those of scans. */
const own: readonly CaseReason[] = ['reported', 'inspected'];

/** The word for why a case was opened: a scan's reason is called alike in the records. */
export const reasonWord = (reason: CaseReason): WordKey =>
  own.includes(reason) ? scanCases.word(`reason.${reason}`) : scans.word(`reason.${reason}`);
