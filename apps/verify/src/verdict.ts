import type { PublicTraceStep, Verification } from '@suyuan/contract';
import { type About, aboutCard } from './about.ts';
import { entryForm } from './entry.ts';
import { page, type Site } from './frame.ts';
import { goodsCard, history } from './goods.ts';
import { type Html, html } from './html.ts';
import { pinForm } from './pin.ts';
import { positionForm, reportLink } from './report.ts';
import { timeline } from './timeline.ts';
import { adviceOf, leadOf } from './words.ts';

export interface VerdictView {
  verification: Verification;
  /** So many sessions that the words are stronger. */
  repeated: boolean;
  /** The code as it is printed. */
  code: string;
  /** When this page was made: `YYYY-MM-DD HH:mm` in Asia/Shanghai. */
  time: string;
  /** What its scan is filed under; absent of codes that are not ours. */
  scan?: string | undefined;
  /** The way of the goods, oldest first. */
  steps?: readonly PublicTraceStep[];
  /** What the code is on: 0 one of the goods, 1 a box, 2 a case, 3 a pallet. */
  level: number;
  /** What was asked for is the number of a logistic unit, which no authenticity hangs on. */
  isSscc: boolean;
  /** What may be read on about the goods. */
  about?: About | undefined;
}

/**
 * The page behind a scanned code: the verdict in one glance, then the goods, then what is known of the code.
 * Of codes that are not ours nothing is shown that would tell one from another.
 */
export function renderVerdict(site: Site, view: VerdictView): string {
  const { t } = site;
  const { verification } = view;
  const { verdict } = verification;
  const band = { of: verdict, title: t(`shopper.${verdict}.title`), lead: leadOf(t, view) };
  const advice = html`<p class="advice">${adviceOf(t, view)}</p>`;
  return page(
    site,
    band,
    verdict === 'unknown'
      ? html`${advice}${entryForm(site, t('shopper.enter.again'))}${reportLink(site, undefined)}`
      : html`${advice}${known(site, view)}`,
    { script: verdict !== 'unknown' },
  );
}

/** Verdicts that hang on earlier scans, which are therefore told before the goods. */
const pastMatters: readonly string[] = ['alreadyVerified', 'suspect'];

const known = (site: Site, { verification, code, time, scan, steps = [], about, level }: VerdictView): Html => {
  const { t, host } = site;
  const [goods, past] = [goodsCard(t, verification, code), history(t, verification)];
  const container = level > 0 ? html`<p class="advice">${t(`shopper.container.${level as 1 | 2 | 3}`)}</p>` : null;
  return html`${container}${pastMatters.includes(verification.verdict) ? [past, goods] : [goods, past]}${pinForm(t, verification)}${timeline(t, steps)}
${about && aboutCard(site, about, verification, scan)}${scan && positionForm(t, scan)}${reportLink(site, scan)}
<section class="read"><h2>${t('shopper.read.title')}</h2><p>${t('shopper.read.text', { host })}</p><p>${t('shopper.checkedAt', { time })}</p></section>`;
};
