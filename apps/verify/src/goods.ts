import type { Translate, Verification } from '@suyuan/contract';
import { type Html, html } from './html.ts';

const placeholder = (name: string): Html => html`<svg class="picture" viewBox="0 0 96 96" width="96" height="96" aria-hidden="true">
<rect width="96" height="96" rx="12"/><text x="48" y="49" text-anchor="middle" dominant-baseline="central">${[...name][0]}</text></svg>`;

const photo = (name: string, address: string): Html => html`<img class="picture" src="${address}" alt="${name}" width="96" height="96">`;

/** Product facts to compare with the pack. Null without a product. */
export const productCard = (t: Translate, { goods }: Verification, code: string): Html | null =>
  goods &&
  html`<section class="card" aria-label="${t('verify.goods')}"><div class="goods">${goods.picture ? photo(goods.name, goods.picture) : placeholder(goods.name)}
<div><h2>${goods.name}</h2><p>${[goods.brand, goods.spec].filter(Boolean).join(' · ')}</p></div></div>${
    goods.intro && html`<p class="intro">${goods.intro}</p>`
  }<h3>${t('verify.compare')}</h3>${facts([
    [t('verify.batchNo'), goods.batchNo, 'code'],
    [t('verify.madeDate'), goods.madeDate],
    [t('verify.expiryDate'), goods.expiryDate],
    [t('verify.maker'), goods.maker],
    [t('verify.origin'), goods.origin],
    [t('verify.gtin'), goods.gtin, 'code'],
    [t('verify.code'), code.replace(/(.{4})(?=.)/g, '$1 '), 'code'],
  ])}</section>`;

type Row = [title: string, value: string | null, kind?: 'code'];

/** Null without a first scan and visits. */
export function scanHistory(t: Translate, verification: Verification): Html | null {
  const { sessions } = verification;
  const factList = facts([
    [t('verify.first'), firstScanText(t, verification)],
    [t('verify.sessions'), sessions === null ? null : t('verify.sessionsCount', { sessions })],
  ]);
  return factList && html`<section class="card"><h2>${t('verify.history')}</h2>${factList}</section>`;
}

function facts(rows: Row[]): Html | null {
  const visibleRows = rows.filter(([, value]) => value);
  if (visibleRows.length === 0) return null;
  return html`<dl>${visibleRows.map(([name, value, kind]) => html`<div><dt>${name}</dt><dd${kind && html` class="${kind}"`}>${value}</dd></div>`)}</dl>`;
}

/** Shortened to the minute. */
export function timeAndPlace(t: Translate, isoTime: string, region: string | null): string {
  const time = isoTime.slice(0, 16).replace('T', ' ');
  return region ? t('verify.firstAt', { time, region }) : time;
}

function firstScanText(t: Translate, { verdict, firstTime, firstRegion }: Verification): string | null {
  if (verdict === 'genuine') return t('verify.firstNow');
  return firstTime ? timeAndPlace(t, firstTime, firstRegion) : null;
}
