/** Maximum number of recent entries. */
const MOST = 6;

const keyOf = (userId: number) => `suyuan.palette.${userId}`;

/** Ids of the user's recent pages and actions; unavailable ones are filtered on display. Records are not stored. */
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
