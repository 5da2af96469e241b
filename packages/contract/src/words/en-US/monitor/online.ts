import type { online as chinese } from '../../zh-CN/monitor/online.ts';

export const online: Record<keyof typeof chinese, string> = {
  'monitor.online': 'Online user',
  'monitor.online.many': 'Online users',
  'monitor.online.title': 'Online users',
  'monitor.online.purpose': 'Who is signed in now, from where and with what; sign them out if necessary',
  'monitor.online.tokenId': 'Session',
  'monitor.online.userName': 'User name',
  'monitor.online.nickName': 'Name',
  'monitor.online.deptName': 'Department',
  'monitor.online.ipaddr': 'Address',
  'monitor.online.loginLocation': 'Place',
  'monitor.online.browser': 'Browser',
  'monitor.online.os': 'System',
  'monitor.online.loginTime': 'Signed in',
  'monitor.online.activeTime': 'Last active',
  'monitor.online.current': 'This session',
  'monitor.online.unknown': 'Unknown',
  'monitor.online.force': 'Sign out',
  'monitor.online.forceAsk': 'Sign “{userName}” out?',
  'monitor.online.forceMeans':
    'This session ends at once and unsaved work is lost; the user can sign in again. The device is no longer remembered either.',
  'monitor.online.forced': '“{userName}” has been signed out',
  'monitor.online.forceMany': 'Sign out {count}',
  'monitor.online.forceManyAsk': 'Sign out the {count, plural, one {selected session} other {# selected sessions}}?',
  'monitor.online.forcedMany': '{count, plural, one {# session has} other {# sessions have}} been signed out',
};
