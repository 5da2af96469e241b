import { draftKeys } from '@suyuan/contract';
import { DOC_VERSION, type FormDoc as Doc, emptyDoc, FIRST_ID, FormDoc, fromFg, isObject, sameDoc } from '@suyuan/forms';
import { storeLocally } from '../../../data/platform.ts';

/** Maximum number of backups; the oldest are removed. */
const MAX_BACKUPS = 5;

interface Backup {
  text: string;
  /** Key in localStorage; undefined if storage had no space. */
  key: string | undefined;
}

/** The draft to edit, and the backup of what is stored if that is not a draft of this version. */
export interface StoredDraft {
  doc: Doc;
  backup?: Backup & { version: string | undefined; isMigrated: boolean };
}

const readKey = (key: string): unknown => {
  const text = localStorage.getItem(key);
  return text === null ? undefined : JSON.parse(text);
};

/**
 * The draft of this browser. One of another version is opened if its content is a form of this version or of form-generator. What was
 * stored then becomes a backup.
 */
export function readDraft(): StoredDraft {
  if (localStorage.getItem(draftKeys.items) === null) return { doc: emptyDoc() };
  const version = attempt(() => readKey(draftKeys.version));
  const doc = attempt(readStoredDoc);
  if (doc && version === DOC_VERSION) return { doc };
  return {
    doc: doc ?? emptyDoc(),
    backup: { ...backUpDraft(), version: typeof version === 'string' ? version : undefined, isMigrated: doc !== undefined },
  };
}

/** The result of `read`, or undefined if a stored value is not JSON. */
function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function readStoredDoc(): Doc | undefined {
  const idSeq = readKey(draftKeys.id);
  const form = readKey(draftKeys.form);
  const fields = readKey(draftKeys.items);
  const { data } = FormDoc.safeParse({
    kind: 'form-doc',
    version: DOC_VERSION,
    idSeq: typeof idSeq === 'number' ? Math.max(FIRST_ID, idSeq) : FIRST_ID,
    form: form ?? emptyDoc().form,
    fields,
  });
  return data ?? fromFg({ ...(isObject(form) && form), fields })?.doc;
}

/** Copies the stored draft to a backup key. */
const backUpDraft = () => writeBackup(Object.fromEntries(Object.values(draftKeys).map((key) => [key, localStorage.getItem(key)])));

/** Stores under a key that contains date and time, unless a backup has the same content. */
function writeBackup(parts: Record<string, string | null>): Backup {
  const prefix = `${draftKeys.items}.backup.`;
  const key = prefix + new Date().toISOString().replace(/[:.]/g, '-');
  const older = Object.keys(localStorage)
    .filter((name) => name.startsWith(prefix))
    .sort();
  const text = JSON.stringify(parts);
  const same = older.find((name) => localStorage.getItem(name) === text);
  if (same) return { text, key: same };
  for (const name of older.slice(0, Math.max(0, older.length - MAX_BACKUPS + 1))) localStorage.removeItem(name);
  return { text, key: storeLocally(key, text) ? key : undefined };
}

/** A document by storage key. Components come last: another window that sees them change finds the rest in place. */
const toStorageEntries = (doc: Doc): Record<string, string> => ({
  [draftKeys.form]: JSON.stringify(doc.form),
  [draftKeys.id]: JSON.stringify(doc.idSeq),
  [draftKeys.treeNode]: localStorage.getItem(draftKeys.treeNode) ?? JSON.stringify(FIRST_ID),
  [draftKeys.version]: JSON.stringify(DOC_VERSION),
  [draftKeys.items]: JSON.stringify(doc.fields),
});

/** Stores the draft. Returns whether storage had space. */
export const storeDraft = (doc: Doc): boolean => Object.entries(toStorageEntries(doc)).every(([key, value]) => storeLocally(key, value));

/** Debounce delay in milliseconds before a change is stored. */
const SAVE_DELAY_MS = 340;

export interface DraftStatus {
  /** When a change was last stored. */
  savedAt?: Date | undefined;
  /** The browser's storage is full. */
  full: boolean;
  /** Another window's version of the draft, while this one has unsaved changes. */
  conflict?: FormDoc | undefined;
}

/**
 * Stores one window's draft in the browser and synchronises it with other windows. While a conflict is open, neither version is
 * overwritten.
 * @param load puts another document onto the board
 */
export function createDraftSync(initialDoc: FormDoc, load: (doc: FormDoc) => void, onStatus: (status: DraftStatus) => void) {
  let storedDoc = initialDoc;
  let localDoc = initialDoc;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let status: DraftStatus = { full: false };

  const updateStatus = (changes: Partial<DraftStatus>) => {
    status = { ...status, ...changes };
    onStatus(status);
  };
  const cancelTimer = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const storeLocal = () => {
    const isStored = storeDraft(localDoc);
    if (isStored) storedDoc = localDoc;
    updateStatus({ full: !isStored, ...(isStored && { savedAt: new Date() }) });
  };
  const save = () => {
    cancelTimer();
    if (status.conflict === undefined && !sameDoc(localDoc, storedDoc)) storeLocal();
  };
  const loadOther = (otherDoc: FormDoc) => {
    cancelTimer();
    storedDoc = otherDoc;
    localDoc = otherDoc;
    updateStatus({ conflict: undefined });
    load(otherDoc);
  };
  return {
    keep: save,
    change(doc: FormDoc) {
      localDoc = doc;
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_DELAY_MS);
    },
    /** Reads what other windows stored. Without unsaved changes it is loaded, otherwise the user decides. */
    checkOtherWindows() {
      const otherDoc = readDraft().doc;
      if (sameDoc(otherDoc, storedDoc)) return;
      if (sameDoc(localDoc, storedDoc)) return loadOther(otherDoc);
      cancelTimer();
      const isSame = sameDoc(otherDoc, localDoc);
      if (isSame) storedDoc = otherDoc;
      updateStatus({ conflict: isSame ? undefined : otherDoc });
    },
    /** On leaving the page, stores unsaved changes; during a conflict as a backup. */
    flush() {
      if (status.conflict === undefined) save();
      else if (!sameDoc(localDoc, storedDoc)) writeBackup(toStorageEntries(localDoc));
    },
    take: () => status.conflict && loadOther(status.conflict),
    keepOwnVersion() {
      cancelTimer();
      updateStatus({ conflict: undefined });
      storeLocal();
    },
  };
}
