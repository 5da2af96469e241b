import { type FormDoc, sameDoc } from '@suyuan/forms';
import { readDraft, storeBackup, storeDraft } from './draft.ts';

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
  const keep = () => {
    cancelTimer();
    if (status.conflict === undefined && !sameDoc(localDoc, storedDoc)) storeLocal();
  };
  const take = (otherDoc: FormDoc) => {
    cancelTimer();
    storedDoc = otherDoc;
    localDoc = otherDoc;
    updateStatus({ conflict: undefined });
    load(otherDoc);
  };
  return {
    keep,
    change(doc: FormDoc) {
      localDoc = doc;
      clearTimeout(timer);
      timer = setTimeout(keep, SAVE_DELAY_MS);
    },
    /** Reads what other windows stored. Without unsaved changes it is loaded, otherwise the user decides. */
    checkOtherWindows() {
      const otherDoc = readDraft().doc;
      if (sameDoc(otherDoc, storedDoc)) return;
      if (sameDoc(localDoc, storedDoc)) return take(otherDoc);
      cancelTimer();
      const isSame = sameDoc(otherDoc, localDoc);
      if (isSame) storedDoc = otherDoc;
      updateStatus({ conflict: isSame ? undefined : otherDoc });
    },
    /** On leaving the page, stores unsaved changes; during a conflict as a backup. */
    flush() {
      if (status.conflict === undefined) keep();
      else if (!sameDoc(localDoc, storedDoc)) storeBackup(localDoc);
    },
    take: () => status.conflict && take(status.conflict),
    keepMine() {
      cancelTimer();
      updateStatus({ conflict: undefined });
      storeLocal();
    },
  };
}
