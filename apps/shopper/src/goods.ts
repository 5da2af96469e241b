import type { Translate, Verification } from '@suyuan/contract';
import { type Html, html } from './html.ts';
import type { VerdictView } from './verdict.ts';

/** A picture of goods that have none: their first character on a quiet ground. */
const placeholder = (name: string): Html => html`<svg class="picture" viewBox="0 0 96 96" width="96" height="96" aria-hidden="true">
<rect width="96" height="96" rx="12"/><text x="48" y="49" text-anchor="middle" dominant-baseline="central">${[...name][0]}</text></svg>`;

export const goodsCard = (t: Translate, { goods }: Verification): Html | null =>
  goods &&
  html`<section class="goods" aria-label="${t('shopper.goods')}">${placeholder(goods.name)}
<div><h2>${goods.name}</h2><p>${[goods.brand, goods.spec].filter(Boolean).join(' · ')}</p><p>${goods.maker}</p></div></section>${
    goods.intro && html`<p class="intro">${goods.intro}</p>`
  }`;

/** What the pack says, to be compared, and how often the code was asked for. */
export function facts(t: Translate, { verification, code }: Pick<VerdictView, 'verification' | 'code'>): Html | null {
  const { goods, sessions } = verification;
  if (!goods) return null;
  const rows: [title: string, value: string | null, kind?: 'code'][] = [
    [t('shopper.first'), firstOf(t, verification)],
    [t('shopper.sessions'), sessions === null ? null : t('shopper.sessionsCount', { sessions })],
    [t('shopper.batchNo'), goods.batchNo, 'code'],
    [t('shopper.madeDate'), goods.madeDate],
    [t('shopper.expiryDate'), goods.expiryDate],
    [t('shopper.maker'), goods.maker],
    [t('shopper.origin'), goods.origin],
    [t('shopper.gtin'), goods.gtin, 'code'],
    [t('shopper.code'), code.replace(/(.{4})(?=.)/g, '$1 '), 'code'],
  ];
  const shown = rows.filter(([, value]) => value);
  return html`<section class="card"><h2>${t('shopper.compare')}</h2><dl>${shown.map(
    ([title, value, kind]) => html`<div><dt>${title}</dt><dd${kind && html` class="${kind}"`}>${value}</dd></div>`,
  )}</dl></section>`;
}

/** When and where it was first verified; the first session itself is told so. */
function firstOf(t: Translate, { verdict, firstTime, firstRegion }: Verification): string | null {
  if (verdict === 'genuine') return t('shopper.firstNow');
  if (!firstTime) return null;
  const time = firstTime.slice(0, 16).replace('T', ' ');
  return firstRegion ? t('shopper.firstAt', { time, region: firstRegion }) : time;
}
