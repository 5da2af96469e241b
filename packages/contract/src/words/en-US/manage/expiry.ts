import type { expiry as chinese } from '../../zh-CN/manage/expiry.ts';

export const expiry: Record<keyof typeof chinese, string> = {
  'manage.expiry': 'Expiry',
  'manage.expiry.title': 'What expires',
  'manage.expiry.purpose': 'Papers, contracts and batches that end soon or have ended, the first to end first',
  'manage.expiry.expiryKey': 'Number',
  'manage.expiry.kind': 'Kind',
  'manage.expiry.kind.certificate': 'Supplier’s certificate',
  'manage.expiry.kind.contract': 'Supply contract',
  'manage.expiry.kind.dealerContract': 'Dealer’s contract',
  'manage.expiry.kind.batch': 'Batch',
  'manage.expiry.name': 'Name or number',
  'manage.expiry.ownerName': 'Of',
  'manage.expiry.ownerName.hint': 'part of the supplier, dealer, goods or number',
  'manage.expiry.ownerId': 'Key',
  'manage.expiry.lastDay': 'Last day',
  'manage.expiry.daysLeft': 'Days left',
  'manage.expiry.within': 'Within',
  'manage.expiry.withinDays': 'within {count, plural, one {a day} other {# days}}',
  'manage.expiry.all': 'All',
  'manage.expiry.over': '{count, plural, one {one has ended} other {# have ended}}',
  'manage.expiry.allWell': 'Nothing ends within {days, plural, one {a day} other {# days}}',
  'manage.expiry.tip':
    'Papers: the supplier is not terminated and has no newer paper of that name. Dealers’ contracts: the dealer is active or suspended. Batches: issued, active or frozen, ended at most 90 days ago',
};
