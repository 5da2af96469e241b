import { draftKeys } from '@suyuan/contract';
import { DOC_VERSION, type FormDoc as Doc, emptyDoc, FIRST_ID, FormDoc } from '@suyuan/forms';

/** Backups that are kept; older ones make room. */
const MOST_BACKUPS = 5;

/** What was kept, and why something else was put aside. */
export interface Kept {
  doc: Doc;
  /** Of another version, or not to be read: kept aside under `key`. */
  aside?: { key: string; version: string | undefined };
}

const read = (key: string): unknown => {
  const text = localStorage.getItem(key);
  return text === null ? undefined : JSON.parse(text);
};

/** The draft of this browser; one that cannot be used is put aside and never thrown away. */
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

/** Copies what is kept to a key of its own. */
const putAside = (version: string | undefined): { key: string; version: string | undefined } => ({
  key: writeAside(Object.fromEntries(Object.values(draftKeys).map((key) => [key, localStorage.getItem(key)]))),
  version,
});

/** Keeps a document beside the draft. Answers whether there was room. */
export function keepAside(doc: Doc): boolean {
  try {
    writeAside(partsOf(doc));
    return true;
  } catch {
    return false;
  }
}

/** Under a key with the day and the time in its name. */
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

/** A document by its keys, the components last: another window that hears of them finds all the rest in place. */
const partsOf = (doc: Doc): Record<string, string> => ({
  [draftKeys.form]: JSON.stringify(doc.form),
  [draftKeys.id]: JSON.stringify(doc.idSeq),
  [draftKeys.treeNode]: localStorage.getItem(draftKeys.treeNode) ?? JSON.stringify(FIRST_ID),
  [draftKeys.version]: JSON.stringify(DOC_VERSION),
  [draftKeys.items]: JSON.stringify(doc.fields),
});

/** Keeps the draft. Answers whether there was room. */
export function keepDraft(doc: Doc): boolean {
  try {
    for (const [key, value] of Object.entries(partsOf(doc))) localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
