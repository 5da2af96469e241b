import { page, type Site } from './frame.ts';
import { type Html, html } from './html.ts';
import { wayDrawing } from './scene.ts';

/** The form that a code is typed into; it works without script and leads to `/c/<code>`. */
export const entryForm = (
  { t, language, requestedLanguage }: Site,
  label: string,
): Html => html`<form class="card" action="/c" method="get">
<label for="code">${label}</label>
<input id="code" name="code" required maxlength="512" autocomplete="off" autocapitalize="characters" autocorrect="off" spellcheck="false" enterkeyhint="search" aria-describedby="code-hint">
<p class="hint" id="code-hint">${t('shopper.enter.hint')}</p>
${requestedLanguage && html`<input type="hidden" name="lang" value="${language}">`}
<button>${t('shopper.enter.submit')}</button>
</form>`;

/** The front page; `empty` where somebody asked for no code at all. */
export function renderHome(site: Site, { empty = false } = {}): string {
  const { t } = site;
  const band = { of: 'product', title: t('shopper.home.title'), lead: t('shopper.home.lead') } as const;
  return page(
    site,
    band,
    html`${empty && html`<p class="advice" role="alert">${t('shopper.enter.empty')}</p>`}${entryForm(site, t('shopper.enter'))}${wayDrawing}`,
  );
}

/** What prefetching browsers, link previews and robots are shown: no verdict, and a button that nothing but a person presses. */
export function renderPreview(site: Site): string {
  const { t } = site;
  const band = { of: 'product', title: t('shopper.preview.title'), lead: t('shopper.preview.lead') } as const;
  return page(site, band, html`<form class="card" method="post"><button>${t('shopper.preview.submit')}</button></form>`);
}

/** A page that says why there is no verdict. */
export const renderNotice = (site: Site, title: string, lead: string): string =>
  page(site, { of: 'unknown', title, lead }, entryForm(site, site.t('shopper.enter')));
