/** Saves what the browser has as a file under that name; it holds the bytes for a minute, which slow dialogs of saving need. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Saves a text of ours as a file. */
export const saveText = (text: string, fileName: string, type = 'text/csv'): void =>
  saveBlob(new Blob([text], { type: `${type};charset=utf-8` }), fileName);
