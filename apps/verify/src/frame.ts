import type { Language, Translate, Verdict } from '@suyuan/contract';
import { Html, html } from './html.ts';

/** Icons on a 24 × 24 grid with one stroke width. */
const paths: Record<Verdict | 'product', string> = {
  genuine: '<circle cx="12" cy="12" r="9.5"/><path d="m7.5 12.5 3 3 6-6.5"/>',
  alreadyVerified: '<path d="M4 5v5h5"/><path d="M4.6 10A8.5 8.5 0 1 1 3.5 14"/><path d="M12 8v5l3 2"/>',
  suspect: '<path d="M12 3 1.8 20.5h20.4z"/><path d="M12 9.5v5"/><path d="M12 17.4v.2"/>',
  notActivated: '<circle cx="12" cy="12" r="9.5" stroke-dasharray="3.2 2.77"/><path d="M8 12h.1M12 12h.1M16 12h.1"/>',
  recalled: '<path d="M8.5 4 4 8.5 8.5 13"/><path d="M4.5 8.5H14a5.7 5.7 0 0 1 0 11.4H7"/>',
  frozen: '<circle cx="12" cy="12" r="9.5"/><path d="M9.5 8.5v7M14.5 8.5v7"/>',
  expired: '<path d="M6.5 2.5h11M6.5 21.5h11M8 2.5c0 6 8 6 8 9.5s-8 3.5-8 9.5M16 2.5c0 6-8 6-8 9.5s8 3.5 8 9.5"/>',
  void: '<circle cx="12" cy="12" r="9.5"/><path d="m8.5 8.5 7 7M15.5 8.5l-7 7"/>',
  unknown:
    '<circle cx="10.5" cy="10.5" r="7.5"/><path d="m16 16 5.5 5.5"/><path d="M8.3 8.8a2.3 2.3 0 1 1 3.2 2.3c-.7.3-1 .7-1 1.4M10.5 14.5v.1"/>',
  product: '<path d="M3.5 8V3.5H8M16 3.5h4.5V8M20.5 16v4.5H16M8 20.5H3.5V16"/><path d="M7.5 8v8M10.5 8v8M13.5 8v8M16.5 8v8"/>',
};

/** Conveys the verdict without colour, for colour-blind readers. */
const verdictIcon = (of: Verdict | 'product'): Html =>
  new Html(
    `<svg class="sign" viewBox="0 0 24 24" width="48" height="48" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths[of]}</svg>`,
  );

export interface Site {
  /** Query string to preserve in the link to the other language, e.g. `scan=…`. */
  preservedQuery?: string;
  /** PIN that the link to the other language submits again, to keep its result. */
  pin?: string | undefined;
  t: Translate;
  language: Language;
  /** Whether the URL requests the language, so that forms preserve it. */
  requestedLanguage: boolean;
  host: string;
  styles: string;
}

interface Band {
  of: Verdict | 'product';
  title: string;
  lead: string;
}

/** Dark enough for white text at 4.5:1. Also sets the theme colour of the browser. */
const bandColours: Record<Band['of'], string> = {
  genuine: '#237804',
  alreadyVerified: '#0958d9',
  suspect: '#ad4e00',
  notActivated: '#595959',
  recalled: '#cf1322',
  frozen: '#006d75',
  expired: '#8a5200',
  void: '#cf1322',
  unknown: '#595959',
  product: '#0b3d91',
};

/** Prevents line breaks within dates. */
const keepDatesTogether = (text: string) =>
  text.split(/(\d{4}-\d{2}-\d{2})/).map((part, at) => (at % 2 === 1 ? html`<span class="whole">${part}</span>` : part));

function languageSwitch({ t, language, preservedQuery = '', pin }: Site): Html {
  const other = language === 'zh-CN' ? 'en' : 'zh';
  const address = `?${preservedQuery && `${preservedQuery}&`}lang=${other}`;
  if (pin)
    return html`<form method="post" action="${address}"><input type="hidden" name="pin" value="${pin}"><button lang="${other}">${t('verify.switch')}</button></form>`;
  return html`<a href="${address}" lang="${other}" hreflang="${other}" rel="nofollow">${t('verify.switch')}</a>`;
}

/** Renders the band, then `body`. The page also works without the optional script. */
export function page(site: Site, { of, title, lead }: Band, body: Html, { script = false } = {}): string {
  const { t, language, styles, host } = site;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${t('verify.title')}</title>
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<meta name="theme-color" content="${bandColours[of]}">
<meta property="og:title" content="${t('verify.title')}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${new Html(styles)}</style>
${script && html`<script src="/page.js" defer></script>`}
</head>
<body class="${of}">
<header class="band"><div class="in top"><span>${t('verify.title')}</span>${languageSwitch(site)}</div>
<div class="in" role="status">${verdictIcon(of)}<div><h1>${title}</h1><p>${keepDatesTogether(lead)}</p></div></div></header>
<main class="in">${body}</main>
<footer class="in">${host}</footer>
</body>
</html>
`.text;
}
