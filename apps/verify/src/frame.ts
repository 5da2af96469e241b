import type { Language, Translate, Verdict } from '@suyuan/contract';
import { Html, html } from './html.ts';
import { verdictIcon } from './signs.ts';

export interface Site {
  /** Query string to preserve in the link to the other language, e.g. `scan=…`. */
  preservedQuery?: string;
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

/** Renders the band, then `body`. The page also works without the optional script. */
export function page(site: Site, { of, title, lead }: Band, body: Html, { script = false } = {}): string {
  const { t, language, styles, host, preservedQuery = '' } = site;
  const otherLanguage = language === 'zh-CN' ? 'en' : 'zh';
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
<header class="band"><div class="in top"><span>${t('verify.title')}</span><a href="?${preservedQuery && `${preservedQuery}&`}lang=${otherLanguage}" lang="${otherLanguage}" hreflang="${otherLanguage}" rel="nofollow">${t('verify.switch')}</a></div>
<div class="in" role="status">${verdictIcon(of)}<div><h1>${title}</h1><p>${keepDatesTogether(lead)}</p></div></div></header>
<main class="in">${body}</main>
<footer class="in">${host}</footer>
</body>
</html>
`.text;
}
