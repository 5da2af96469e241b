/** Maximum number of recent entries. */
const MAX_RECENT = 6;

const storageKeyOf = (userId: number) => `suyuan.palette.${userId}`;

/** Ids of the user's recent pages and actions; unavailable ones are filtered on display. Records are not stored. */
export function readRecentIds(userId: number): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(storageKeyOf(userId)) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function addRecentId(userId: number, id: string): void {
  if (id.startsWith('record:')) return;
  localStorage.setItem(
    storageKeyOf(userId),
    JSON.stringify([id, ...readRecentIds(userId).filter((other) => other !== id)].slice(0, MAX_RECENT)),
  );
}
