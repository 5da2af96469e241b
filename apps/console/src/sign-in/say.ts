import { preferredLanguage } from '../data/site-config.ts';

/** The language of the page: the last visit's, else the site's default. */
export let language = preferredLanguage();

/** A sentence that the page carries with it. */
export const say = (key: string): string => document.querySelector(`[data-word="${key}"]`)?.textContent ?? '';

/** Puts the English words that the page carries in place of the Chinese. */
export function speakEnglish(): void {
  language = 'en-US';
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll<HTMLElement>('[data-english]')) element.textContent = element.dataset.english ?? '';
  for (const element of document.querySelectorAll<HTMLElement>('[data-english-label]'))
    element.ariaLabel = element.dataset.englishLabel ?? '';
}
