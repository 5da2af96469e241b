import { draftKeys } from '@suyuan/contract';
import { DOC_VERSION, type FormDoc as Doc, emptyDoc, FIRST_ID, FormDoc } from '@suyuan/forms';

/** Maximum number of backups; the oldest are removed. */
const MOST_BACKUPS = 5;

/** The stored draft, and why something else became a backup. */
export interface Kept {
  doc: Doc;
  /** A draft of another version, or unreadable: stored as a backup under `key`. */
  aside?: { key: string; version: string | undefined };
}

const read = (key: string): unknown => {
  const text = localStorage.getItem(key);
  return text === null ? undefined : JSON.parse(text);
};

/** The draft of this browser. An unusable one becomes a backup and is never deleted. */
export function readDraft(): Kept {
  if (localStorage.getItem(draftKeys.items) === null) return { doc: emptyDoc() };
  try {
    const version = read(draftKeys.version);
    if (version !== DOC_VERSION) return { doc: emptyDoc(), aside: putAside(typeof version === 'string' ? version : undefined) };
    const idSeq = read(draftKeys.id);
    const { data } = FormDoc.safeParse({
      kind: 'form-doc',
      version: DOC_VERSION,
      idSeq: typeof idSeq === 'number' ? Math.max(FIRST_ID, idSeq) : FIRST_ID,
      form: read(draftKeys.form) ?? emptyDoc().form,
      fields: read(draftKeys.items),
    });
    return data ? { doc: data } : { doc: emptyDoc(), aside: putAside(undefined) };
  } catch {
    return { doc: emptyDoc(), aside: putAside(undefined) };
  }
}

/** Copies the stored draft to a backup key. */
const putAside = (version: string | undefined): { key: string; version: string | undefined } => ({
  key: writeAside(Object.fromEntries(Object.values(draftKeys).map((key) => [key, localStorage.getItem(key)]))),
  version,
});

/** Stores a document as a backup. Returns whether storage had space. */
export function keepAside(doc: Doc): boolean {
  try {
    writeAside(partsOf(doc));
    return true;
  } catch {
    return false;
  }
}

/** Stores under a key that contains date and time. */
function writeAside(parts: Record<string, string | null>): string {
  const prefix = `${draftKeys.items}.backup.`;
  const key = prefix + new Date().toISOString().replace(/[:.]/g, '-');
  const older = Object.keys(localStorage)
    .filter((name) => name.startsWith(prefix))
    .sort();
  for (const name of older.slice(0, Math.max(0, older.length - MOST_BACKUPS + 1))) localStorage.removeItem(name);
  localStorage.setItem(key, JSON.stringify(parts));
  return key;
}

/** A document by storage key. Components come last: another window that sees them change finds the rest in place. */
const partsOf = (doc: Doc): Record<string, string> => ({
  [draftKeys.form]: JSON.stringify(doc.form),
  [draftKeys.id]: JSON.stringify(doc.idSeq),
  [draftKeys.treeNode]: localStorage.getItem(draftKeys.treeNode) ?? JSON.stringify(FIRST_ID),
  [draftKeys.version]: JSON.stringify(DOC_VERSION),
  [draftKeys.items]: JSON.stringify(doc.fields),
});

/** Stores the draft. Returns whether storage had space. */
export function keepDraft(doc: Doc): boolean {
  try {
    for (const [key, value] of Object.entries(partsOf(doc))) localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
