/**
 * Matching rows with all their ancestors.
 * @param names fields of the key and of the parent's key
 */
export function filterTree<R extends object>(
  rows: readonly R[],
  names: { id: keyof R & string; parentId: keyof R & string },
  isMatch: (row: R) => boolean,
): R[] {
  const rowByKey = new Map(rows.map((row) => [row[names.id], row]));
  const included = new Set<R>();
  for (const row of rows)
    for (let at = isMatch(row) ? row : undefined; at && !included.has(at); at = rowByKey.get(at[names.parentId])) included.add(at);
  return rows.filter((row) => included.has(row));
}

/** Case-insensitive substring test; an empty `part` always matches. */
export const includesText = (text: string | null, query = '') => (text ?? '').toLowerCase().includes(query.toLowerCase());
