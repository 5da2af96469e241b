import { type PublicTraceStep, stepSign, type Translate } from '@suyuan/contract';
import { type Html, html } from './html.ts';

/** Null without published steps. */
export const timeline = (t: Translate, steps: readonly PublicTraceStep[]): Html | null =>
  steps.length === 0
    ? null
    : html`<section class="card way-card" aria-labelledby="way"><h2 id="way">${t('verify.way')}</h2><ol class="way">${steps.map((step) => stepItem(t, step))}</ol>${proofs(t, steps)}</section>`;

function stepItem(t: Translate, step: PublicTraceStep): Html {
  const { stepName, bizStep, eventTime, placeName, regionName, partyName, fields, pictures } = step;
  const place = [regionName, placeName].filter(Boolean).join(' ');
  const [first, ...otherPictures] = pictures.map((address, index) => pictureLink(t, stepName, address, index));
  return html`<li><span class="mark">${stepIcon(bizStep)}</span><div class="step"><div><h3>${stepName}</h3><p class="when"><time datetime="${eventTime.replace(' ', 'T')}+08:00">${eventTime.slice(0, 16)}</time></p>${
    place && html`<p>${place}</p>`
  }${partyName && html`<p>${partyName}</p>`}</div>${first}</div>${
    fields.length > 0 && html`<dl>${fields.map(({ title, value }) => html`<div><dt>${title}</dt><dd>${value}</dd></div>`)}</dl>`
  }${otherPictures.length > 0 && html`<p class="shots">${otherPictures}</p>`}</li>`;
}

const stepIcon = (bizStep: string): Html =>
  html`<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${stepSign(bizStep)}"/></svg>`;

const pictureLink = (t: Translate, step: string, address: string, index: number): Html =>
  html`<a href="${address}"><img src="${address}" alt="${t('verify.wayPicture', { step, number: index + 1 })}" width="96" height="96" loading="lazy"></a>`;

/** Hashes of all steps, collapsed because few consumers compare them. */
const proofs = (t: Translate, steps: readonly PublicTraceStep[]): Html =>
  html`<details class="proof"><summary>${t('verify.wayProof')}</summary><p class="hint">${t('verify.wayProof.hint')}</p><dl>${steps.map(
    ({ stepName, proof }) => html`<div><dt>${stepName}</dt><dd class="code">${proof.replace(/(.{4})(?=.)/g, '$1 ')}</dd></div>`,
  )}</dl></details>`;
