import type { PublicTraceStep, Translate } from '@suyuan/contract';
import { type Html, html } from './html.ts';

/** The way of the goods so far, oldest first; nothing where nothing is published. */
export const timeline = (t: Translate, steps: readonly PublicTraceStep[]): Html | null =>
  steps.length === 0
    ? null
    : html`<section class="card way-card" aria-labelledby="way"><h2 id="way">${t('shopper.way')}</h2><ol class="way">${steps.map((step) => stepOf(t, step))}</ol></section>`;

function stepOf(t: Translate, { stepName, eventTime, placeName, regionName, partyName, fields, pictures, proof }: PublicTraceStep): Html {
  const where = [regionName, placeName].filter(Boolean).join(' ');
  return html`<li><h3>${stepName}</h3><p class="when"><time datetime="${eventTime.replace(' ', 'T')}+08:00">${eventTime.slice(0, 16)}</time></p>${
    where && html`<p>${where}</p>`
  }${partyName && html`<p>${partyName}</p>`}${
    fields.length > 0 && html`<dl>${fields.map(({ title, value }) => html`<div><dt>${title}</dt><dd>${value}</dd></div>`)}</dl>`
  }${
    pictures.length > 0 &&
    html`<p class="shots">${pictures.map(
      (address, index) =>
        html`<a href="${address}"><img src="${address}" alt="${t('shopper.wayPicture', { step: stepName, number: index + 1 })}" width="96" height="96" loading="lazy"></a>`,
    )}</p>`
  }<details class="proof"><summary>${t('shopper.wayProof')}</summary><span class="code">${proof}</span></details></li>`;
}
