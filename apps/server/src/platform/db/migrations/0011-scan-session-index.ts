import { createIndex, dropIndex, type Step } from '../migration-steps.ts';

export async function up(): Promise<void> {}

/** A range of visit numbers is listed newest first; the former index ended in the scan id, which orders only one visit number. */
export const steps: readonly Step[] = [
  createIndex('scan_session_idx', 'scan', '(scan_id, session_no) where session_no > 5'),
  dropIndex('scan_session_no_idx', 'scan'),
];
