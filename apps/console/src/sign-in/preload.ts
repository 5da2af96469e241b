import { language } from './say.ts';

/** Fetches the console's own files while the user types, or once the page has been quiet for a while. */
export function preloadShell() {
  const named = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content.split(' ') ?? [];
  const files = [...named('shell'), ...(language === 'en-US' ? named('english') : [])];
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    for (const file of files) {
      const link = document.createElement('link');
      link.crossOrigin = '';
      link.href = `/${file}`;
      // a style that is preloaded and not used by this very page makes browsers warn
      link.rel = file.endsWith('.css') ? 'prefetch' : 'modulepreload';
      document.head.append(link);
    }
  };
  addEventListener('input', begin, { once: true });
  setTimeout(begin, 1500);
}
