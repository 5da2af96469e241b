/**
 * Matching rows with all their ancestors.
 * @param names fields of the key and of the parent's key
 */
export function matching<R extends object>(
  rows: readonly R[],
  names: { id: keyof R & string; parentId: keyof R & string },
  fits: (row: R) => boolean,
): R[] {
  const known = new Map(rows.map((row) => [row[names.id], row]));
  const kept = new Set<R>();
  for (const row of rows) for (let at = fits(row) ? row : undefined; at && !kept.has(at); at = known.get(at[names.parentId])) kept.add(at);
  return rows.filter((row) => kept.has(row));
}

/** Case-insensitive substring test; an empty `part` always matches. */
export const holds = (text: string | null, part = '') => (text ?? '').toLowerCase().includes(part.toLowerCase());
