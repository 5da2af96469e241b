/**
 * The rows that fit, with those that they stand below: what is found keeps its place in the tree.
 * @param names of the rows' key and of their parent's
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

/** Whether a text holds another, whatever the case; everything holds nothing. */
export const holds = (text: string | null, part = '') => (text ?? '').toLowerCase().includes(part.toLowerCase());
