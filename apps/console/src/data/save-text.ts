/** The URL stays valid for a minute, for slow save dialogs. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export const saveText = (text: string, fileName: string, type = 'text/csv'): void =>
  saveBlob(new Blob([text], { type: `${type};charset=utf-8` }), fileName);
