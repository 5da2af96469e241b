import { displayNames, MAX_DISPLAY_NAMES } from '@suyuan/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { displayName } from './i18n.ts';
import { hasExtension } from './server-info.ts';

type Names = Record<string, string>;

let waiting = new Map<string, PromiseWithResolvers<string | null>[]>();

/** Milliseconds in which names are collected into one request. */
const COLLECT_MS = 10;

/** Requests the names that a page needs together. Null: the user is unknown. */
function fetchDisplayName(userName: string): Promise<string | null> {
  const answer = Promise.withResolvers<string | null>();
  if (waiting.size === 0) setTimeout(() => void flush(), COLLECT_MS);
  waiting.set(userName, [...(waiting.get(userName) ?? []), answer]);
  if (waiting.size >= MAX_DISPLAY_NAMES) void flush();
  return answer.promise;
}

async function flush() {
  const requested = waiting;
  waiting = new Map();
  if (requested.size === 0) return;
  try {
    const names: Names = await call(displayNames, { userNames: [...requested.keys()].join(',') });
    for (const [userName, answers] of requested) for (const { resolve } of answers) resolve(names[userName] ?? null);
  } catch (error) {
    for (const { reject } of [...requested.values()].flat()) reject(error);
  }
}

const STALE_MS = 600_000;

export const displayNameQuery = (userName: string) =>
  queryOptions({
    queryKey: [displayNames.path, userName],
    queryFn: () => fetchDisplayName(userName),
    staleTime: STALE_MS,
    gcTime: Number.POSITIVE_INFINITY,
    // the login name remains
    meta: { ownErrors: true },
  });

/** Display name of a login name; the login name itself if there is none. Undefined until the answer, so that names do not change. */
export function useDisplayName(userName: string): string | undefined {
  const { data, isLoading } = useQuery({ ...displayNameQuery(userName), enabled: userName !== '' && hasExtension('displayNames') });
  if (isLoading) return undefined;
  return data ? displayName('nickName', data) : userName;
}
