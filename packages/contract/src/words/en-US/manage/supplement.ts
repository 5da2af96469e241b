import type { supplement as chinese } from '../../zh-CN/manage/supplement.ts';

export const supplement: Record<keyof typeof chinese, string> = {
  'manage.batch.supplement': 'More codes',
  'manage.batch.supplement.ask': 'Ask for more codes',
  'manage.batch.supplement.asked': '{count} more codes are requested; another person must approve them',
  'manage.batch.supplement.hint': 'They are numbered after the existing codes; another person must approve them.',
  'manage.batch.supplement.none': 'No additional codes have been requested',
  'manage.batch.supplement.quantity': 'Quantity',
  'manage.batch.supplement.reason': 'Reason',
  'manage.batch.supplement.state': 'Status',
  'manage.batch.supplement.state.pending': 'Pending',
  'manage.batch.supplement.state.issued': 'Issued',
  'manage.batch.supplement.state.rejected': 'Rejected',
  'manage.batch.supplement.state.cancelled': 'Withdrawn',
  'manage.batch.supplement.createBy': 'Requested by',
  'manage.batch.supplement.judgeBy': 'Approved by',
  'manage.batch.supplement.do.approve': 'Approve',
  'manage.batch.supplement.do.reject': 'Reject',
  'manage.batch.supplement.do.withdraw': 'Withdraw',
  'manage.batch.supplement.approveAsk': 'Issue {count} more codes for batch {batchNo}?',
  'manage.batch.supplement.rejectAsk': 'Reject the request for more codes of batch {batchNo}?',
  'manage.batch.supplement.withdrawAsk': 'Withdraw the request for more codes of batch {batchNo}?',
  'manage.batch.supplement.done':
    'More codes for batch {batchNo} are {verdict, select, approve {approved} reject {refused} other {withdrawn}}',
  'manage.batch.step.supplement': 'given a request for more codes',
  'manage.batch.step.supplemented': 'given more codes',
  'manage.batch.step.supplementRejected': 'refused more codes',
};
