import type { online as chinese } from '../../zh-CN/monitor/online.ts';

export const online: Record<keyof typeof chinese, string> = {
  'monitor.online': 'Online user',
  'monitor.online.title': 'Online users',
  'monitor.online.purpose': 'Who is signed in at present, from where and with what; and how to sign them out',
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
  'monitor.online.current': 'this one',
  'monitor.online.force': 'Sign out',
  'monitor.online.forceAsk': 'Sign “{userName}” out?',
  'monitor.online.forceMeans':
    'This session ends at once and unsaved work is lost; they may sign in again. This browser is no longer remembered.',
  'monitor.online.forced': '“{userName}” is signed out',
  'monitor.online.forceMany': 'Sign out {count}',
  'monitor.online.forceManyAsk': 'Sign out the {count} chosen sessions?',
  'monitor.online.forcedMany': '{count} sessions are signed out',
};
