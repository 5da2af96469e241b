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
    'All verifications of the period, also of codes that are not ours; scanning again within a session counts again. Compared with the period of the same length before.',
  'manage.figure.firstRate': 'First-scan rate',
  'manage.figure.firstRate.how':
    'First scans ÷ all scans of our codes. A first scan is the first verification of a code while it is live, one for each code. When the rate falls, codes are scanned again more often.',
  'manage.figure.firstOf': '{count, number} first scans',
  'manage.figure.suspect': 'Suspect scans',
  'manage.figure.suspect.how':
    'Scans with the verdict suspect: too many sessions, moved too fast, outside the authorised regions, another GTIN or lot, or on the blacklist.',
  'manage.figure.suspectRate': 'Suspect rate',
  'manage.figure.rateOf': '{share} of scans',
  'manage.figure.diversion': 'Diversion scans',
  'manage.figure.diversion.how':
    'Suspect scans for being outside the authorised regions: the place of the scan is in none of the regions of the dealer who held the code then.',
  'manage.figure.issued': 'Codes issued',
  'manage.figure.issued.how': 'Unit codes of all batches that were issued, void ones too; no case or pallet codes.',
  'manage.figure.live': 'Codes in use',
  'manage.figure.live.how': 'Unit codes that are activated, packed, shipped or sold now. Frozen, recalled and void ones do not count.',
  'manage.figure.todayMonth': 'today {today} · this month {month}',
  'manage.figure.openCases': 'Open cases',
  'manage.figure.openCases.how': 'Cases that nobody has judged yet, whatever the period.',
  'manage.figure.expiring': 'Expiring soon',
  'manage.figure.expiring.how':
    'What ends within 30 days, or has ended and is still in use: issued or active batches, certificates and contracts of suppliers, contracts of active dealers.',
  'manage.figure.expiringParts': 'batches {batches, number} · papers {papers, number} · dealer contracts {contracts, number}',
  'manage.figure.day': 'Day',
  'manage.figure.hour': 'Hour',
  'manage.figure.today': 'Today',
  'manage.figure.yesterday': 'Yesterday',
  'manage.figure.category': 'Goods',
  'manage.figure.dealer': 'Dealer',
  'manage.figure.firsts': 'First scans',
  'manage.figure.ask.days': 'Are scans growing?',
  'manage.figure.ask.days.how':
    'Scans of each day and the first scans among them; days are those of Shanghai. Press a day to see its records.',
  'manage.figure.ask.suspects': 'Are suspect scans growing?',
  'manage.figure.ask.suspects.how':
    'Suspect scans of each day, and those of them outside the authorised regions. Press a day to see its suspect scans.',
  'manage.figure.ask.hours': 'When do people scan today?',
  'manage.figure.ask.hours.how': 'Scans within the hour from each full hour on, today and yesterday.',
  'manage.figure.ask.map': 'Where are suspect scans frequent?',
  'manage.figure.ask.map.how':
    'Filled by rate: suspect scans ÷ all scans of the region, not by count, so that a busy province is not dark for being busy. Regions with fewer than 20 scans are not filled. Press a province for its cities.',
  'manage.figure.ask.goods': 'Which goods are scanned most?',
  'manage.figure.ask.goods.how': 'The ten goods with the most scans of the period. Press one to see it.',
  'manage.figure.ask.dealers': 'Whose codes are scanned, and how many outside their regions?',
  'manage.figure.ask.dealers.how':
    'Scans of codes that the dealer held at the time, and those of them outside the authorised regions. Press one to see the dealer.',
  'manage.figure.ask.codes': 'How many codes are issued, and how many in use?',
  'manage.figure.ask.codes.how': 'All codes issued and all codes in use at the end of each day.',
  'manage.figure.mapText': '{share} ({suspect, number} suspect of {scans, number} scans)',
  'manage.figure.seeSuspects': 'See suspect scans',
  'manage.figure.noDealers': 'No code held by a dealer was scanned in this period',
} as const;
