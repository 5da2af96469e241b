import type { User } from '@suyuan/contract';
import { has } from '../../../data/server-about.ts';

type Status = User['status'];

export const switchWord = (status: Status) =>
  status === '0' ? 'system.user.enableWhat' : has('sessionEnd') ? 'system.user.disableWhat' : 'system.user.disableWhat.plain';

export const switchedWord = (status: Status) =>
  status === '0' ? 'system.user.enabled' : has('sessionEnd') ? 'system.user.disabled' : 'system.user.disabled.plain';
