import type { PublicTraceStep, Verification } from '@suyuan/contract';
import { type About, aboutCard } from './about.ts';
import { entryForm } from './entry.ts';
import { page, type Site } from './frame.ts';
import { productCard, scanHistory } from './goods.ts';
import { type Html, html } from './html.ts';
import { pinForm } from './pin.ts';
import { positionForm, reportLink } from './report.ts';
import { timeline } from './timeline.ts';
import { adviceText, leadText } from './words.ts';

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
