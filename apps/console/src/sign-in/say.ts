/** The language of the last visit; without one, Chinese. */
export const language = localStorage.getItem('suyuan.language') === '"en-US"' ? 'en-US' : 'zh-CN';

/** A sentence that the page carries with it. */
export const say = (key: string): string => document.querySelector(`[data-word="${key}"]`)?.textContent ?? '';

/** Puts the English words that the page carries in place of the Chinese. */
export function speakEnglish(): void {
  document.documentElement.lang = 'en-US';
  for (const element of document.querySelectorAll<HTMLElement>('[data-english]')) element.textContent = element.dataset.english ?? '';
  for (const element of document.querySelectorAll<HTMLElement>('[data-english-label]'))
    element.ariaLabel = element.dataset.englishLabel ?? '';
}
