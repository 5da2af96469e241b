import { page, type Site } from './frame.ts';
import { Html, html } from './html.ts';

/** Drawing of the sign-in page, adapted to a narrow strip. */
const sceneDrawing = new Html(
  `<svg class="scene" viewBox="0 0 640 132" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
<path class="line" stroke-width="3" d="M8 122H556"/>
<path d="M40 120V76M40 86c-10 0-14-6-14-14 10 0 14 6 14 14ZM40 86c10 0 14-6 14-14-10 0-14 6-14 14ZM40 104c-10 0-14-6-14-14 10 0 14 6 14 14ZM40 104c10 0 14-6 14-14-10 0-14 6-14 14ZM40 74c-6-6-6-12 0-18 6 6 6 12 0 18ZM84 120V76M84 86c-10 0-14-6-14-14 10 0 14 6 14 14ZM84 86c10 0 14-6 14-14-10 0-14 6-14 14ZM84 104c-10 0-14-6-14-14 10 0 14 6 14 14ZM84 104c10 0 14-6 14-14-10 0-14 6-14 14ZM84 74c-6-6-6-12 0-18 6 6 6 12 0 18Z"/>
<path d="M128 120V58l40 22V58l40 22V58l40 22v40M144 94h14v12h-14ZM180 94h14v12h-14ZM216 94h14v12h-14"/>
<g transform="matrix(-1 0 0 1 720 0)"><path d="M414 112h-14a12 12 0 0 0-24 0h-34a12 12 0 0 0-24 0h-22V86l16-24h22v50M334 62V42h80v70M306 86h16V70h-6Z"/><circle cx="330" cy="112" r="8"/><circle cx="388" cy="112" r="8"/></g>
<path d="M448 120V72M548 120V72M438 52l12-26h96l12 26M438 52a15 15 0 0 0 30 0 15 15 0 0 0 30 0 15 15 0 0 0 30 0 15 15 0 0 0 30 0M512 120V86h22v34M462 86h34v20h-34Z"/>
<g class="end"><circle cx="598" cy="98" r="30" stroke-width="3"/><path stroke-width="5" d="m583 98 11 11 20-22"/></g></svg>`,
);

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
