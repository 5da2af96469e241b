import { type CaseReason, scanCases, scans, type WordKey } from '@suyuan/contract';

/** Reasons of cases that scans do not have. */
const own: readonly CaseReason[] = ['reported', 'inspected'];

/** Locale key of a case's reason; reasons shared with scans use their texts. */
export const reasonWord = (reason: CaseReason): WordKey =>
  own.includes(reason) ? scanCases.word(`reason.${reason}`) : scans.word(`reason.${reason}`);
