import type { SessionUser } from '@suyuan/contract';
import { queryOptions } from '@tanstack/react-query';
import { fetchEnvelope } from '../../data/request.ts';

export interface Profile {
  data: SessionUser;
  /** Names of the roles, joined. */
  roleGroup: string;
  /** Names of the posts, joined. */
  postGroup?: string;
}

/** `GET /system/user/profile`; its response has fields next to `data`. */
export const profileQuery = queryOptions({
  queryKey: ['/system/user/profile'],
  queryFn: ({ signal }) => fetchEnvelope<Profile>('GET', '/system/user/profile', undefined, { signal }),
  meta: { ownErrors: true },
});
