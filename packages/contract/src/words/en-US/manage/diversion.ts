import type { diversion as chinese } from '../../zh-CN/manage/diversion.ts';

export const diversion: Record<keyof typeof chinese, string> = {
  'manage.diversion': 'Diversion',
  'manage.diversion.title': 'Diversion',
  'manage.diversion.purpose':
    'Diversion is goods sold outside the region a dealer is authorised for: where they are scanned, compared with that region',
  'manage.diversion.dealer': 'Dealer',
  'manage.diversion.authorised': 'Authorised regions',
  'manage.diversion.anywhere': 'Anywhere',
  'manage.diversion.scans': 'Scans with a region',
  'manage.diversion.scansTip': 'Scans in the period, with a known region, of codes that this dealer held at the time',
  'manage.diversion.foreign': 'Outside',
  'manage.diversion.foreignTip': 'Those of them outside the authorised regions',
  'manage.diversion.rate': 'Share outside',
  'manage.diversion.rateTip': 'Outside ÷ scans with a region',
  'manage.diversion.days': 'Scan dates',
  'manage.diversion.categoryId': 'Goods',
  'manage.diversion.channelBusinessId': 'Dealer',
  'manage.diversion.regionCode': 'Scanned in province',
  'manage.diversion.beginTime': 'From',
  'manage.diversion.endTime': 'To',
  'manage.diversion.matrix': 'Authorised × scanned',
  'manage.diversion.matrixTip':
    'Rows are dealers, columns the provinces where codes were scanned; pink cells are outside the authorised regions. Click a cell to see its scans',
  'manage.diversion.cell': '{dealer}: {scans, plural, one {# scan} other {# scans}} in {region}, {foreign, number} outside',
  'manage.diversion.none': 'In this period no goods of a dealer were scanned at a known place',
  'manage.diversion.more': 'Only the {count, number} dealers with the most scans outside are shown; use the filters to see others',
  'manage.diversion.between': '{from} to {to}',
  'manage.diversion.strayed': 'Cities with scans outside',
  'manage.diversion.most': 'Provinces with the most scans outside',
  'manage.diversion.inside': 'No scans outside in these days',
  'manage.diversion.cases': 'Diversion cases',
};
