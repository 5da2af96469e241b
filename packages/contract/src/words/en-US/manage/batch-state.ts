import type { batchState as chinese } from '../../zh-CN/manage/batch-state.ts';

export const batchState: Record<keyof typeof chinese, string> = {
  'manage.batch.state.draft': 'Draft',
  'manage.batch.state.pending': 'Pending',
  'manage.batch.state.approved': 'Approved',
  'manage.batch.state.issuing': 'Issuing',
  'manage.batch.state.issued': 'Issued',
  'manage.batch.state.active': 'Active',
  'manage.batch.state.closed': 'Closed',
  'manage.batch.state.frozen': 'Frozen',
  'manage.batch.state.recalled': 'Recalled',
  'manage.batch.state.void': 'Void',
  'manage.batch.state.cancelled': 'Cancelled',
};
