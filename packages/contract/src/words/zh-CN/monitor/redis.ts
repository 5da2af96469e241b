/** Words of the cache pages on a plain RuoYi server. */
export const redis = {
  'monitor.redis.purpose': 'Redis 的版本、内存、命中率和命令次数',
  'monitor.redis.listPurpose': '按名称、键名查看和清理',
  'monitor.redis.hitRate': '命中率',
  'monitor.redis.hitRate.how': 'Redis 启动以来：命中 {hits} 次，未命中 {misses} 次',
  'monitor.redis.keys.how': '这个 Redis 库里全部的键',
  'monitor.redis.memory.how': 'Redis 占用的内存',
  'monitor.redis.uptime.how': 'Redis 启动以来',
  'monitor.redis.command': '命令',
  'monitor.redis.commands.how': 'Redis 启动以来每种命令被调用的次数',
  'monitor.redis.clearSessionsMeans': '所有人退出登录，包括您自己，都要重新登录。',
  'monitor.redis.clearRepeatMeans': '刚提交过的请求可以立即再提交一次。',
  'monitor.redis.clearAllMeans': '这个 Redis 库里的键全部删除，其他程序的键也在内；所有人退出登录，包括您自己。',
} as const;
