import { type CaseReason, scanCases, scans, type WordKey } from '@suyuan/contract';

/** Reasons of cases that scans do not have. */
const caseOnlyReasons: readonly CaseReason[] = ['reported', 'inspected'];

/** Locale key of a case's reason; reasons shared with scans use their texts. */
export const reasonKey = (reason: CaseReason): WordKey =>
  caseOnlyReasons.includes(reason) ? scanCases.word(`reason.${reason}`) : scans.word(`reason.${reason}`);
