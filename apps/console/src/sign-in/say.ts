/** The language of the last visit; without one, Chinese. */
export const language = localStorage.getItem('suyuan.language') === '"en-US"' ? 'en-US' : 'zh-CN';

/** A sentence that the page carries with it. */
export const say = (key: string): string => document.querySelector(`[data-word="${key}"]`)?.textContent ?? '';

/** Puts the English pack in place of the Chinese words that the page came with. */
export async function speakEnglish(): Promise<void> {
  const { enUS } = await import('@suyuan/contract/words/en-US');
  const words: Record<string, string> = enUS;
  document.documentElement.lang = 'en-US';
  for (const element of document.querySelectorAll<HTMLElement>('[data-word]'))
    element.textContent = words[element.dataset.word ?? ''] ?? '';
  for (const element of document.querySelectorAll<HTMLElement>('[data-word-label]')) {
    element.ariaLabel = words[element.dataset.wordLabel ?? ''] ?? '';
  }
}
