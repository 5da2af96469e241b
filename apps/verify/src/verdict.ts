import { type PublicTraceStep, stepSign, type Translate, type Verification } from '@suyuan/contract';
import { type About, aboutCard } from './about.ts';
import { entryForm } from './entry.ts';
import { page, type Site } from './frame.ts';
import { type Html, html } from './html.ts';
import { positionForm, reportLink } from './report.ts';

function leadText(t: Translate, { verification, repeated }: Pick<VerdictView, 'verification' | 'repeated'>): string {
  const { verdict, reason, sessions, goods } = verification;
  if (verdict === 'suspect') return t(`verify.suspect.${reason ?? 'manySessions'}`, { sessions });
  if (verdict === 'alreadyVerified' && repeated) return t('verify.alreadyVerified.strong', { sessions });
  return t(`verify.${verdict}.lead`, { sessions, expiryDate: goods?.expiryDate });
}

const adviceText = (
  t: Translate,
  { verification: { verdict }, repeated, isSscc }: Pick<VerdictView, 'verification' | 'repeated' | 'isSscc'>,
): string =>
  isSscc
    ? t('verify.sscc.lead')
    : t(verdict === 'alreadyVerified' && repeated ? 'verify.alreadyVerified.strongAdvice' : `verify.${verdict}.advice`);

const placeholder = (name: string): Html => html`<svg class="picture" viewBox="0 0 96 96" width="96" height="96" aria-hidden="true">
<rect width="96" height="96" rx="12"/><text x="48" y="49" text-anchor="middle" dominant-baseline="central">${[...name][0]}</text></svg>`;

const photo = (name: string, address: string): Html => html`<img class="picture" src="${address}" alt="${name}" width="96" height="96">`;

/** The digits below a barcode: GTIN-8, GTIN-12 and GTIN-13 are stored with leading zeros. */
const printedGtin = (gtin: string | null): string | null => gtin?.replace(/^0{6}(?=\d{8}$)|^00(?=\d{12}$)|^0(?=\d{13}$)/, '') ?? null;

/** Product facts to compare with the pack. Null without a product. */
const productCard = (t: Translate, { goods }: Verification, code: string): Html | null =>
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
    [t('verify.gtin'), printedGtin(goods.gtin), 'code'],
    [t('verify.code'), code.replace(/(.{4})(?=.)/g, '$1 '), 'code'],
  ])}</section>`;

type Row = [title: string, value: string | null, kind?: 'code'];

/** Null without a first scan and visits. */
function scanHistory(t: Translate, verification: Verification): Html | null {
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
function timeAndPlace(t: Translate, isoTime: string, region: string | null): string {
  const time = isoTime.slice(0, 16).replace('T', ' ');
  return region ? t('verify.firstAt', { time, region }) : time;
}

function firstScanText(t: Translate, { verdict, firstTime, firstRegion }: Verification): string | null {
  if (verdict === 'genuine') return t('verify.firstNow');
  return firstTime ? timeAndPlace(t, firstTime, firstRegion) : null;
}

const VISIBLE_STEPS = 3;

/** Null without published steps. Folds all but the first ones, which would fill several screens of a phone. */
function timeline(t: Translate, steps: readonly PublicTraceStep[]): Html | null {
  if (steps.length === 0) return null;
  // folding a single step would save nothing
  const visibleCount = steps.length > VISIBLE_STEPS + 1 ? VISIBLE_STEPS : steps.length;
  const list = (part: readonly PublicTraceStep[]) => html`<ol class="way">${part.map((step) => stepItem(t, step))}</ol>`;
  const folded = steps.slice(visibleCount);
  return html`<section class="card way-card" aria-labelledby="way"><h2 id="way">${t('verify.way')}</h2>${list(steps.slice(0, visibleCount))}${
    folded.length > 0 &&
    html`<details class="more"><summary>${t('verify.wayMore', { count: folded.length })}</summary>${list(folded)}</details>`
  }${proofs(t, steps)}</section>`;
}

function stepItem(t: Translate, step: PublicTraceStep): Html {
  const { stepName, bizStep, eventTime, placeName, regionName, partyName, fields, pictures } = step;
  const place = [regionName, placeName].filter(Boolean).join(' · ');
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

/** Verdicts that a right PIN cannot change: the product must not be used, and scratching may spoil its return. */
const verdictsWithoutPin: readonly string[] = ['recalled', 'frozen', 'void'];

function pinForm(
  t: Translate,
  { verdict, pinDigits, pinRight, pinLocked, pinFirst, pinFirstTime, pinFirstRegion }: Verification,
): Html | null {
  if (pinDigits === 0 || verdictsWithoutPin.includes(verdict)) return null;
  if (pinRight && pinFirstTime && !pinFirst) {
    const firstUse = timeAndPlace(t, pinFirstTime, pinFirstRegion);
    return html`<p class="card pin wrong" role="alert">${t('verify.pin.again', { when: firstUse })}</p>`;
  }
  if (pinRight) return html`<p class="card pin right" role="status">${t('verify.pin.first')}</p>`;
  if (pinLocked) return html`<p class="card pin wrong" role="alert">${t('verify.pin.locked')}</p>`;
  return html`<form class="card" method="post"><h2>${t('verify.pin.title')}</h2>
${pinRight === false && html`<p class="pin wrong" role="alert">${t('verify.pin.wrong')}</p>`}
<label for="pin">${t('verify.pin.label')}</label>
<input id="pin" name="pin" required inputmode="numeric" pattern="[0-9]{${pinDigits}}" maxlength="${pinDigits}" autocomplete="off" aria-describedby="pin-hint">
<p class="hint" id="pin-hint">${t('verify.pin.hint', { digits: pinDigits })}</p>
<button>${t('verify.pin.submit')}</button></form>`;
}

export interface VerdictView {
  verification: Verification;
  /** Enough visits for a stronger warning. */
  repeated: boolean;
  code: string;
  /** `YYYY-MM-DD HH:mm` in Asia/Shanghai. */
  time: string;
  /** Absent for unknown codes. */
  scan?: string | undefined;
  /** Oldest first. */
  steps?: readonly PublicTraceStep[];
  /** 0 unit, 1 box, 2 case, 3 pallet. */
  level: number;
  /** An SSCC does not prove authenticity. */
  isSscc: boolean;
  about?: About | undefined;
}

/** The pages of all unknown codes are alike, so that they reveal no difference. */
export function renderVerdict(site: Site, view: VerdictView): string {
  const { t } = site;
  const { verification } = view;
  const { verdict } = verification;
  const band = { of: verdict, title: t(`verify.${verdict}.title`), lead: leadText(t, view) };
  const advice = html`<p class="advice">${adviceText(t, view)}</p>`;
  return page(
    site,
    band,
    verdict === 'unknown'
      ? html`${advice}${entryForm(site, t('verify.enter.again'))}${reportLink(site, undefined)}`
      : html`${advice}${knownCodeBody(site, view)}`,
    { script: verdict !== 'unknown' },
  );
}

/** Verdicts that depend on earlier scans. The history precedes the product. */
const historyFirstVerdicts: readonly string[] = ['alreadyVerified', 'suspect'];

const knownCodeBody = (site: Site, { verification, code, time, scan, steps = [], about, level }: VerdictView): Html => {
  const { t, host } = site;
  const [productHtml, historyHtml] = [productCard(t, verification, code), scanHistory(t, verification)];
  const container = level > 0 ? html`<p class="advice">${t(`verify.container.${level as 1 | 2 | 3}`)}</p>` : null;
  return html`${container}${historyFirstVerdicts.includes(verification.verdict) ? [historyHtml, productHtml] : [productHtml, historyHtml]}${pinForm(t, verification)}${timeline(t, steps)}
${about && aboutCard(site, about, verification, scan)}${scan && positionForm(t, scan)}${reportLink(site, scan)}
<section class="read"><h2>${t('verify.read.title')}</h2><p>${t('verify.read.text', { host })}</p><p>${t('verify.checkedAt', { time })}</p></section>`;
};
