import { config } from './system/config.ts';
import { configSeed } from './system/config-seed.ts';
import { department } from './system/dept.ts';
import { dictionary } from './system/dict.ts';
import { dictionarySeed } from './system/dict-seed.ts';
import { menu } from './system/menu.ts';
import { notice } from './system/notice.ts';
import { post } from './system/post.ts';
import { role } from './system/role.ts';
import { user } from './system/user.ts';

/** Words of the system pages, one file a noun. */
export const system = {
  ...config,
  ...configSeed,
  ...department,
  ...dictionary,
  ...dictionarySeed,
  ...menu,
  ...notice,
  ...post,
  ...role,
  ...user,
} as const;
