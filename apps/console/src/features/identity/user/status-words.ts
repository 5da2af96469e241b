import type { User } from '@suyuan/contract';
import { hasExtension } from '../../../data/server-about.ts';

type Status = User['status'];

export const statusHintKey = (status: Status) =>
  status === '0' ? 'system.user.enableWhat' : hasExtension('sessionEnd') ? 'system.user.disableWhat' : 'system.user.disableWhat.plain';

export const statusDoneKey = (status: Status) =>
  status === '0' ? 'system.user.enabled' : hasExtension('sessionEnd') ? 'system.user.disabled' : 'system.user.disabled.plain';
