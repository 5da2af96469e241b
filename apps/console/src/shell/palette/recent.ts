/** Entries that are remembered at most. */
const MOST = 6;

const keyOf = (userId: number) => `suyuan.palette.${userId}`;

/** Pages and actions that this user chose last, by id; what is no longer theirs is left out where they are shown. Records are not kept. */
export function recentOf(userId: number): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function noteRecent(userId: number, id: string): void {
  if (id.startsWith('record:')) return;
  localStorage.setItem(keyOf(userId), JSON.stringify([id, ...recentOf(userId).filter((other) => other !== id)].slice(0, MOST)));
}
