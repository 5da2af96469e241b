import type { expiry as chinese } from '../../zh-CN/manage/expiry.ts';

export const expiry: Record<keyof typeof chinese, string> = {
  'manage.expiry': 'Expiry',
  'manage.expiry.many': 'Expiry dates',
  'manage.expiry.title': 'Expiry watch',
  'manage.expiry.purpose': 'Certificates, contracts and batches that expire soon or have expired, the earliest first',
  'manage.expiry.expiryKey': 'Number',
  'manage.expiry.kind': 'Kind',
  'manage.expiry.kind.certificate': 'Supplier certificate',
  'manage.expiry.kind.contract': 'Supply contract',
  'manage.expiry.kind.dealerContract': 'Dealer contract',
  'manage.expiry.kind.batch': 'Batch',
  'manage.expiry.name': 'Name or number',
  'manage.expiry.ownerName': 'Belongs to',
  'manage.expiry.ownerName.hint': 'Name',
  'manage.expiry.ownerId': 'Number',
  'manage.expiry.lastDay': 'Last day',
  'manage.expiry.daysLeft': 'Days left',
  'manage.expiry.within': 'Within',
  'manage.expiry.withinDays': 'within {count, plural, one {a day} other {# days}}',
  'manage.expiry.all': 'All',
  'manage.expiry.near': '{count, number} within {days, plural, one {a day} other {# days}}',
  'manage.expiry.over': '{count, number} expired',
  'manage.expiry.allWell': 'No certificate, contract or batch expires within {days, plural, one {# day} other {# days}}',
  'manage.expiry.tip':
    'Supplier certificates and contracts: the supplier is not terminated, and there is no newer one with the same name. Dealer contracts: the dealer is active or suspended. Batches: issued, active or frozen, and expired at most 90 days ago',
};
