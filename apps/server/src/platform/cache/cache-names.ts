interface Limits {
  /** Milliseconds until an entry expires, which bounds the effect of a missed invalidation. */
  fresh: number;
  /** Maximum number of entries; beyond it the least recent is removed. */
  most: number;
}

const seconds = (count: number, most: number): Limits => ({ fresh: count * 1000, most });

/** Entries without an age last until a change is notified, and are used only while notifications arrive. Others expire after seconds. */
export const localCacheLimits = {
  /** Settings for display. Decisions read settings from the database. */
  sys_config: seconds(10, 500),
  /** Enabled entries, by dictionary. */
  sys_dict: seconds(10, 500),
  /** Permissions by set of roles. */
  role_grants: { fresh: Number.POSITIVE_INFINITY, most: 1000 },
  /** Menu trees by set of roles. */
  menu_routers: { fresh: Number.POSITIVE_INFINITY, most: 200 },
  /** Numbers of users by filters and data scope, and the ids of pages. */
  user_counts: { fresh: Number.POSITIVE_INFINITY, most: 500 },
  /** What lists show of departments, roles, posts and authors of users, by kind and id. */
  user_references: { fresh: Number.POSITIVE_INFINITY, most: 10_000 },
  code_spaces: seconds(1, 1),
  /** Settings that evaluate scans. */
  scan_rules: seconds(5, 1),
  blocked_visitors: seconds(5, 1),
  /** Immutable data of issued batches. */
  batch_cards: seconds(5, 1000),
  dealer_regions: seconds(5, 10_000),
  /** Published trace records of whole batches. */
  public_traces: seconds(5, 1000),
  goods_stories: seconds(5, 200),
} as const satisfies Record<string, Limits>;

export type LocalCacheName = keyof typeof localCacheLimits;

/** Stored in the database because decisions depend on it; the cache page lists it as RuoYi does. */
const storedNames = ['login_tokens', 'captcha_codes', 'repeat_submit', 'pwd_err_cnt'] as const;
export type StoredName = (typeof storedNames)[number];

export const RATE_LIMIT = 'rate_limit';

export type CacheName = LocalCacheName | StoredName | typeof RATE_LIMIT;

/** Those of RuoYi come first, in its order. */
const ruoyiNames = ['login_tokens', 'sys_config', 'sys_dict', 'captcha_codes', 'repeat_submit', RATE_LIMIT, 'pwd_err_cnt'] as const;

export const cacheNames: readonly CacheName[] = [
  ...new Set<CacheName>([...ruoyiNames, ...(Object.keys(localCacheLimits) as LocalCacheName[])]),
];

export type SharedName = 'sys_config' | 'sys_dict';
export const sharedNames: readonly SharedName[] = ['sys_config', 'sys_dict'];

export const isLocalCacheName = (name: string): name is LocalCacheName => Object.hasOwn(localCacheLimits, name);
