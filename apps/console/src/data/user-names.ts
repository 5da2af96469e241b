import { displayNames, MAX_DISPLAY_NAMES } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { displayName } from './i18n.ts';
import { hasExtension } from './server-info.ts';

type Answer = (name: string | null) => void;

let waiting = new Map<string, Answer[]>();

/** Milliseconds in which names are collected into one request. */
const COLLECT_MS = 10;

/** Requests the names that a page needs together. Null: the user is unknown. */
function fetchDisplayName(userName: string): Promise<string | null> {
  return new Promise((resolve) => {
    if (waiting.size === 0) setTimeout(() => void flush(), COLLECT_MS);
    waiting.set(userName, [...(waiting.get(userName) ?? []), resolve]);
    if (waiting.size >= MAX_DISPLAY_NAMES) void flush();
  });
}

async function flush() {
  const requested = waiting;
  waiting = new Map();
  if (requested.size === 0) return;
  // without an answer the login names remain
  const names = await call(displayNames, { userNames: [...requested.keys()].join(',') }).catch(() => ({}));
  for (const [userName, answers] of requested) for (const answer of answers) answer((names as Record<string, string>)[userName] ?? null);
}

const STALE_MS = 600_000;

/** Display name of a login name; the login name itself until the answer, and on servers without display names. */
export function useDisplayName(userName: string): string {
  const { data } = useQuery({
    queryKey: [displayNames.path, userName],
    queryFn: () => fetchDisplayName(userName),
    enabled: userName !== '' && hasExtension('displayNames'),
    staleTime: STALE_MS,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data ? displayName('nickName', data) : userName;
}
