import type { Translate } from '@suyuan/contract';
import { page, type Site } from './frame.ts';
import { type Html, html } from './html.ts';

export interface ReportView {
  /** Id of the reported scan. Absent: the consumer types the code. */
  scan?: string | undefined;
  errorMessage?: string | undefined;
  input?: { code?: string; words?: string; contact?: string; boughtAt?: string };
}

/** Unknown codes have no scan id. */
export const reportLink = ({ t, language, requestedLanguage }: Site, scan: string | undefined): Html => {
  const query = [scan && `scan=${scan}`, requestedLanguage && `lang=${language.slice(0, 2)}`].filter(Boolean).join('&');
  return html`<p class="report"><a href="/report${query && `?${query}`}">${t('verify.report.link')}</a></p>`;
};

/** Works without script. */
export function renderReport(site: Site, { scan, errorMessage, input = {} }: ReportView): string {
  const { t, language, requestedLanguage } = site;
  const band = { of: 'product', title: t('verify.report.title'), lead: t('verify.report.lead') } as const;
  const field = (name: 'contact' | 'boughtAt', max: number, mode: string) =>
    html`<label for="${name}">${t(`verify.report.${name}`)}</label>
<input id="${name}" name="${name}" maxlength="${max}" autocomplete="${mode}" value="${input[name]}">`;
  return page(
    site,
    band,
    html`${errorMessage && html`<p class="advice wrong" role="alert">${errorMessage}</p>`}<form class="card" method="post" action="/report${
      requestedLanguage && `?lang=${language.slice(0, 2)}`
    }" enctype="multipart/form-data">
${scan && html`<input type="hidden" name="scan" value="${scan}">`}${
  !scan &&
  html`<label for="code">${t('verify.enter')}</label>
<input id="code" name="code" required maxlength="512" autocomplete="off" autocapitalize="characters" spellcheck="false" value="${input.code}">`
}
<label for="words">${t('verify.report.words')}</label>
<textarea id="words" name="words" rows="4" maxlength="500" aria-describedby="words-hint">${input.words}</textarea>
<p class="hint" id="words-hint">${t('verify.report.wordsHint')}</p>
<label for="picture">${t('verify.report.picture')}</label>
<input id="picture" name="picture" type="file" accept="image/jpeg,image/png,image/webp" aria-describedby="picture-hint">
<p class="hint" id="picture-hint">${t('verify.report.pictureHint')}</p>
${field('boughtAt', 100, 'off')}
${field('contact', 100, 'tel')}
<p class="hint">${t('verify.report.privacy')}</p>
<button>${t('verify.report.submit')}</button>
</form>`,
    { script: true },
  );
}

export const renderReported = (site: Site): string =>
  page(
    site,
    { of: 'product', title: site.t('verify.reported.title'), lead: site.t('verify.reported.lead') },
    html`<p class="report"><a href="/${site.requestedLanguage && `?lang=${site.language.slice(0, 2)}`}">${site.t('verify.reported.next')}</a></p>`,
  );

/** Hidden unless the script finds geolocation support. */
export const positionForm = (t: Translate, scan: string): Html => {
  const text = (what: 'asking' | 'done' | 'denied' | 'failed' | 'title' | 'hint' | 'submit') => t(`verify.position.${what}`);
  return html`<form class="card" method="post" action="/v1/scans/${scan}/position" data-position hidden
 data-asking="${text('asking')}" data-done="${text('done')}" data-denied="${text('denied')}" data-failed="${text('failed')}">
<h2>${text('title')}</h2><p class="hint">${text('hint')}</p><p role="status"></p><button class="quiet">${text('submit')}</button></form>`;
};
