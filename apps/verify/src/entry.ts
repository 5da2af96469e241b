import { page, type Site } from './frame.ts';
import { type Html, html } from './html.ts';
import { sceneDrawing } from './scene.ts';

/** Works without script and leads to `/c/<code>`. */
export const entryForm = (
  { t, language, requestedLanguage }: Site,
  label: string,
): Html => html`<form class="card" action="/c" method="get">
<label for="code">${label}</label>
<input id="code" name="code" required maxlength="512" autocomplete="off" autocapitalize="characters" autocorrect="off" spellcheck="false" enterkeyhint="search" aria-describedby="code-hint">
<p class="hint" id="code-hint">${t('verify.enter.hint')}</p>
${requestedLanguage && html`<input type="hidden" name="lang" value="${language}">`}
<button>${t('verify.enter.submit')}</button>
</form>`;

/** `empty`: the form was submitted without a code. */
export function renderHome(site: Site, { empty = false } = {}): string {
  const { t } = site;
  const band = { of: 'product', title: t('verify.home.title'), lead: t('verify.home.lead') } as const;
  return page(
    site,
    band,
    html`${empty && html`<p class="advice" role="alert">${t('verify.enter.empty')}</p>`}${entryForm(site, t('verify.enter'))}${sceneDrawing}`,
  );
}

/** For prefetching browsers, link previews and robots: no verdict, only a button for persons. */
export function renderPreview(site: Site): string {
  const { t } = site;
  const band = { of: 'product', title: t('verify.preview.title'), lead: t('verify.preview.lead') } as const;
  return page(site, band, html`<form class="card" method="post"><button>${t('verify.preview.submit')}</button></form>`);
}

export const renderNotice = (site: Site, title: string, lead: string): string =>
  page(site, { of: 'unknown', title, lead }, entryForm(site, site.t('verify.enter')));
