/** How long a process relies on what it remembers, and how much of it. */
interface Limits {
  /** Milliseconds that an entry is relied on: so long a change that nobody tells of goes unseen. */
  fresh: number;
  /** Entries kept at once; beyond it all are forgotten. */
  most: number;
}

const seconds = (count: number, most: number): Limits => ({ fresh: count * 1000, most });

/**
 * What processes remember, by name. What is made of rights is good for as long as no right has changed, which each request learns from
 * the database; the rest for seconds.
 */
export const shelfLimits = {
  /** Settings as pages are shown them; what decides by a setting reads it from the database. */
  sys_config: seconds(10, 500),
  /** Entries in use, by dictionary. */
  sys_dict: seconds(10, 500),
  /** What sets of roles grant. */
  role_grants: { fresh: Number.POSITIVE_INFINITY, most: 1000 },
  /** Trees of pages, by the roles that grant them. */
  menu_routers: { fresh: Number.POSITIVE_INFINITY, most: 200 },
  /** Spaces of codes with their accepted epochs. */
  code_spaces: seconds(1, 1),
  /** The settings that judge scans. */
  scan_rules: seconds(5, 1),
  /** Devices and networks on the blacklist. */
  blocked_visitors: seconds(5, 1),
  /** What is fixed of a batch once it is issued. */
  batch_cards: seconds(5, 1000),
  /** Regions that dealers may sell in. */
  dealer_regions: seconds(5, 10_000),
  /** Published trace records of whole batches. */
  public_traces: seconds(5, 1000),
  /** What consumers may read on about goods. */
  goods_stories: seconds(5, 200),
} as const satisfies Record<string, Limits>;

export type ShelfName = keyof typeof shelfLimits;

/** What is kept in the database because it decides, and shown beside the rest as the family does. */
const stored = ['login_tokens', 'captcha_codes', 'repeat_submit', 'pwd_err_cnt'] as const;
export type StoredName = (typeof stored)[number];

/** Counts that limit how often somebody may ask. */
export const RATE_LIMIT = 'rate_limit';

export type CacheName = ShelfName | StoredName | typeof RATE_LIMIT;

/** Every name: the family's first, in its order. */
export const cacheNames: readonly CacheName[] = [
  ...(['login_tokens', 'sys_config', 'sys_dict', 'captcha_codes', 'repeat_submit', RATE_LIMIT, 'pwd_err_cnt'] as const),
  ...(['role_grants', 'menu_routers', 'code_spaces', 'scan_rules', 'blocked_visitors', 'batch_cards', 'dealer_regions'] as const),
  ...(['public_traces', 'goods_stories'] as const),
];

/** Names of what processes remember together where there is a Redis. */
export type SharedName = 'sys_config' | 'sys_dict';
/** Shelves of which replicas share copies. */
export const sharedNames: readonly SharedName[] = ['sys_config', 'sys_dict'];

/** Tells whether a process has a shelf of that name. */
export const isShelf = (name: string): name is ShelfName => Object.hasOwn(shelfLimits, name);
