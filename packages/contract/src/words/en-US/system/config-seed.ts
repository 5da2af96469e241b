import type { configSeed as chinese } from '../../zh-CN/system/config-seed.ts';

/** Names of the settings that every installation starts with, whose records speak Chinese. */
export const configSeed: Record<keyof typeof chinese, string> = {
  'system.config.seed.name.sys.index.skinName': 'Frame: colour that browsers start with',
  'system.config.seed.name.sys.user.initPassword': 'Users: first password of a new account',
  'system.config.seed.about.sys.user.initPassword':
    'With a password that satisfies the rules, new accounts start with it; with anything else each gets a random one. It is changed at the first sign-in either way.',
  'system.config.seed.name.sys.index.sideTheme': 'Frame: look of the side menu',
  'system.config.seed.name.sys.account.captchaEnabled': 'Signing in: ask for the picture’s characters',
  'system.config.seed.name.sys.account.registerUser': 'Signing in: people may register themselves',
  'system.config.seed.name.sys.login.blackIPList': 'Signing in: addresses that may not',
  'system.config.seed.name.sys.account.initPasswordModify': 'Users: change of the first password',
  'system.config.seed.name.sys.account.passwordValidateDays': 'Users: days a password lasts (0: for ever)',
  'system.config.seed.name.sys.account.chrtype': 'Users: characters that a password consists of',
  'system.config.seed.name.suyuan.password.minLength': 'Account security: shortest password',
  'system.config.seed.name.suyuan.session.idleMinutes': 'Account security: idle minutes until signed out',
  'system.config.seed.name.suyuan.device.days': 'Account security: days a device stays known (0: none)',
  'system.config.seed.name.suyuan.lock.failures': 'Account security: wrong passwords until a lock',
  'system.config.seed.name.suyuan.lock.minutes': 'Account security: minutes that it stays locked',
  'system.config.seed.name.suyuan.monitor.cpuPercent': 'Monitoring: processor load that alarms (percent)',
  'system.config.seed.about.suyuan.monitor.cpuPercent':
    'A notice is sent when it stays above for a minute, at most once an hour; 0 means no alarm',
  'system.config.seed.name.suyuan.monitor.memoryPercent': 'Monitoring: memory in use that alarms (percent)',
  'system.config.seed.about.suyuan.monitor.memoryPercent':
    'A notice is sent when it stays above for a minute, at most once an hour; 0 means no alarm',
  'system.config.seed.name.suyuan.monitor.diskPercent': 'Monitoring: disk in use that alarms (percent)',
  'system.config.seed.about.suyuan.monitor.diskPercent': 'A notice is sent when it is above, at most once an hour; 0 means no alarm',
  'system.config.seed.name.suyuan.monitor.loopMilliseconds': 'Monitoring: delay of the event loop that alarms (ms)',
  'system.config.seed.about.suyuan.monitor.loopMilliseconds':
    'A notice is sent when it stays slower for a minute, at most once an hour; 0 means no alarm',
  'system.config.seed.name.suyuan.scan.sessionMinutes': 'Scans: minutes in which scans of one device count once',
  'system.config.seed.name.suyuan.scan.repeatedFrom': 'Scans: from which one on the shopper is told more plainly',
  'system.config.seed.name.suyuan.scan.suspectFrom': 'Scans: from which one on they are suspect',
  'system.config.seed.name.suyuan.scan.unknownPerMinute': 'Scans: unknown codes an address may check in a minute',
  'system.config.seed.name.suyuan.scan.speedRule': 'Scans: who sees that a code moved too fast',
  'system.config.seed.about.suyuan.scan.speedRule':
    'If customers see it, the result is “suspect”. With staff only, customers get the usual result and the case opens',
  'system.config.seed.name.suyuan.scan.speedKmh': 'Scans: speed of travel that is too fast (km/h)',
  'system.config.seed.name.suyuan.scan.speedKm': 'Scans: distance from which on speed is judged (km)',
  'system.config.seed.name.suyuan.scan.regionRule': 'Scans: who sees a scan outside the dealer’s region (suspected diversion)',
  'system.config.seed.about.suyuan.scan.regionRule':
    'If customers see it, the result is “suspect”. With staff only, customers get the usual result; cases and figures count it',
  'system.config.seed.name.suyuan.scan.addressGrain': 'Scans: how finely a network address tells the place',
  'system.config.seed.name.suyuan.scan.keepAddressDays': 'Scans: days after which address and position are blurred (0: never)',
  'system.config.seed.name.suyuan.case.diversionUnits': 'Cases: different codes that open a case of diversion',
  'system.config.seed.name.suyuan.case.diversionDays': 'Cases: days that are looked at for diversion',
  'system.config.seed.name.suyuan.case.quietDays': 'Cases: days of quiet after a false alarm',
  'system.config.seed.name.suyuan.case.autoBlock': 'Cases: blacklist the code when it is judged counterfeit',
  'system.config.seed.name.suyuan.case.noticeReasons': 'Cases: causes of which judges get a notice',
  'system.config.seed.name.suyuan.case.blockFromSessions': 'Cases: from which scan on a code is blacklisted (0: none)',
  'system.config.seed.name.suyuan.expiry.days': 'Expiry: days before the end that a warning is given',
  'system.config.seed.about.suyuan.expiry.days': 'How many days before papers, contracts and batches end the reminders begin',
  'system.config.seed.name.suyuan.footer.company': 'Sign-in page: name of the company',
  'system.config.seed.name.suyuan.footer.icp': 'Sign-in page: ICP number',
};
