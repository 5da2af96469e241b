/** Whether shortcuts use ⌘ in place of Ctrl. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** As the platform writes it: `⌘S`, or `Ctrl+S` elsewhere. */
export const shortcutOf = (key: string) => (isApple ? `⌘${key}` : `Ctrl+${key}`);

/** Writes to localStorage. Returns false if it is full or blocked. */
export function storeLocally(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
