import type { redis as chinese } from '../../zh-CN/monitor/redis.ts';

export const redis: Record<keyof typeof chinese, string> = {
  'monitor.redis.purpose': 'Version, memory, hit rate and commands of Redis',
  'monitor.redis.listPurpose': 'Look at and clear entries by name and key',
  'monitor.redis.hitRate': 'Hit rate',
  'monitor.redis.hitRate.how': 'Since Redis started: {hits} hits, {misses} misses',
  'monitor.redis.keys.how': 'All keys of this Redis database',
  'monitor.redis.memory.how': 'Memory that Redis uses',
  'monitor.redis.uptime.how': 'Since Redis started',
  'monitor.redis.command': 'Command',
  'monitor.redis.commands.how': 'Calls of each command since Redis started',
  'monitor.redis.clearSessionsMeans': 'Everybody is signed out, including you, and must sign in again.',
  'monitor.redis.clearRepeatMeans': 'Requests that were just sent can be sent again at once.',
  'monitor.redis.clearAllMeans':
    'All keys of this Redis database are deleted, including those of other programs. Everybody is signed out, including you.',
};
