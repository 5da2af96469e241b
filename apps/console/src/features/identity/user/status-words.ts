import type { User } from '@suyuan/contract';
import { has } from '../../../data/server-about.ts';

type Status = User['status'];

/** Confirmation text for a new status. */
export const switchWord = (status: Status) =>
  status === '0' ? 'system.user.enableWhat' : has('sessionEnd') ? 'system.user.disableWhat' : 'system.user.disableWhat.plain';

/** Success message for a new status. */
export const switchedWord = (status: Status) =>
  status === '0' ? 'system.user.enabled' : has('sessionEnd') ? 'system.user.disabled' : 'system.user.disabled.plain';
