import type { CacheName } from '@suyuan/contract';

/** A name of the cache; a plain RuoYi server answers `cacheName` and `remark` only. */
export type ListedName = Pick<CacheName, 'cacheName' | 'remark'> & Partial<CacheName>;
