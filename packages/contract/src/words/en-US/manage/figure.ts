/** Words of the figures that home shows, each with how it is counted. */
export const figure = {
  'manage.figure': 'Business figures',
  'manage.figure.days': 'Days',
  'manage.figure.regionCode': 'Region code',
  'manage.figure.period': 'Period',
  'manage.figure.lastDays': 'Last {days, number} days',
  'manage.figure.followed': 'As of {time}',
  'manage.figure.unfollowed': 'No scan has been counted yet',
  'manage.figure.scans': 'Scans',
  'manage.figure.scans.how':
    'All verifications in the period, including codes that are not ours; every scan counts, even within one session. Compared with the previous period of the same length, up to the same hour of the day.',
  'manage.figure.firstRate': 'First-scan rate',
  'manage.figure.firstRate.how':
    'First scans ÷ all scans of our codes. A first scan is the first verification of a code while it is valid, once per code. A falling rate means that codes are scanned again more often.',
  'manage.figure.firstOf': '{count, plural, one {# first scan} other {# first scans}}',
  'manage.figure.suspect': 'Suspect scans',
  'manage.figure.suspect.how':
    'Scans with the verdict “suspect”: too many sessions, moved too fast, outside the authorised regions, GTIN or batch number that does not match, or blacklisted.',
  'manage.figure.suspectRate': 'Suspect rate',
  'manage.figure.rateOf': '{share} of scans',
  'manage.figure.diversion': 'Diversion scans',
  'manage.figure.diversion.how':
    'Suspect scans whose reason is “outside the authorised regions”: the place is not in the authorised regions of the dealer that held the code at the time.',
  'manage.figure.issued': 'Codes issued',
  'manage.figure.issued.how': 'Unit codes issued for all batches, including void ones; without case and pallet codes.',
  'manage.figure.live': 'Codes in use',
  'manage.figure.live.how':
    'Unit codes that are activated, packed, shipped or sold now. Frozen, recalled and void ones do not count. Today and this month are changes.',
  'manage.figure.live.less': 'More codes were frozen, recalled or made void than activated',
  'manage.figure.ofToday': 'today {count}',
  'manage.figure.ofMonth': 'this month {count}',
  'manage.figure.openCases': 'Cases to judge',
  'manage.figure.openCases.how': 'Cases without a judgement yet, whatever the period.',
  'manage.figure.expiring': 'Expiring soon',
  'manage.figure.expiring.how':
    'Expiring within the days of the setting, or expired and still in use: batches, supplier certificates and contracts, dealer contracts. The list of expiries shows the same.',
  'manage.figure.expiringParts':
    'within {days, number} days: batches {batches, number} · certificates {papers, number} · dealer contracts {contracts, number}',
  'manage.figure.day': 'Day',
  'manage.figure.hour': 'Hour',
  'manage.figure.today': 'Today',
  'manage.figure.yesterday': 'Yesterday',
  'manage.figure.category': 'Goods',
  'manage.figure.dealer': 'Dealer',
  'manage.figure.firsts': 'First scans',
  'manage.figure.ask.days': 'Are scans increasing?',
  'manage.figure.ask.days.how':
    'Scans per day and the first scans among them, by day in Shanghai time. Click a day to see its scan records. Today is not over: it stands beside the line as a ring and counts so far.',
  'manage.figure.ask.suspects': 'Are suspect scans increasing?',
  'manage.figure.ask.suspects.how':
    'Suspect scans per day, and those outside the authorised regions. Click a day to see its suspect scans, or the line of diversion to see those outside. Today stands beside the line as a ring and counts so far.',
  'manage.figure.ask.hours': 'When do people scan today?',
  'manage.figure.ask.hours.how':
    'Scans in each hour, today and yesterday; the hour that is not over has a dashed frame. Click a bar to see the scan records of its hour.',
  'manage.figure.ask.map': 'Which regions have many suspect scans?',
  'manage.figure.ask.map.how':
    'Coloured by suspect rate: suspect scans ÷ all scans of the region, not by count, so a busy province is not darker for being busy. Regions with fewer than 20 scans are not coloured. Click a province to see its cities, then a city to see its suspect scans.',
  'manage.figure.worstRegions': 'Regions with the highest suspect rate',
  'manage.figure.ask.goods': 'Which goods are scanned most?',
  'manage.figure.ask.goods.how': 'The ten goods with the most scans in the period. Click one to see its scan records.',
  'manage.figure.ask.regions': 'Which regions scan most?',
  'manage.figure.ask.regions.how':
    'The ten provinces with the most scans in the period, and the suspect ones among them; places that are unknown or abroad are one entry. Click a bar to see its scan records.',
  'manage.figure.elsewhere': 'Abroad or unknown',
  'manage.figure.ask.dealers': 'Whose codes are scanned most, and how many are diverted?',
  'manage.figure.ask.dealers.how':
    'Scans of codes held by the dealer at the time, and those outside its authorised regions. Click a bar to see its scan records.',
  'manage.figure.ask.codes': 'How many codes are issued, and how many are in use?',
  'manage.figure.ask.codes.how':
    'Total codes issued and total codes in use at the end of each day; today so far. Click a day to see the batches that had such codes then, with their counts of now.',
  'manage.figure.mapText': '{share} ({suspect, number} suspect of {scans, number} scans)',
  'manage.figure.seeSuspects': 'See suspect scans',
  'manage.figure.noDealers': 'No code held by a dealer was scanned in this period',
} as const;
