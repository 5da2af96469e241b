import type { Translate, Verification } from '@suyuan/contract';
import { page, type Site } from './frame.ts';
import { Html, html } from './html.ts';

export interface About {
  name: string;
  /** Paths on the verification site, without the first picture, which is on the card. */
  pictures: readonly string[];
  attributes: readonly { name: string; value: string }[];
  videoUrl: string | null;
  /** HTML already sanitised for this page. */
  story: string | null;
}

/** Bytes of inline content. Longer content moves to a separate page. */
const MOST_BYTES = 8000;

/** Verdicts that allow advertising. Under a warning only the identifying facts are rendered. */
const praising: readonly string[] = ['genuine', 'alreadyVerified'];

export const aboutUnder = (verdict: string, about: About): About =>
  praising.includes(verdict) ? about : { ...about, story: null, videoUrl: null };

/** Null without content. `scan` links to the page for long content. */
export function aboutCard(site: Site, about: About, { verdict }: Verification, scan: string | undefined): Html | null {
  const { t } = site;
  const told = aboutUnder(verdict, about);
  const [shots, rest] = [shotsOf(t, told), restOf(t, told)];
  const fits = new TextEncoder().encode(rest?.text).length <= MOST_BYTES;
  const shown = [shots, fits ? rest : scan ? linkTo(site, scan) : null];
  if (shown.every((part) => !part)) return null;
  return card(t, shown);
}

export const renderAbout = (site: Site, about: About): string =>
  page(
    site,
    { of: 'product', title: about.name, lead: site.t('verify.about.lead') },
    card(site.t, [shotsOf(site.t, about), restOf(site.t, about)]),
  );

const card = (t: Translate, shown: (Html | null)[]): Html =>
  html`<section class="card" aria-labelledby="about"><h2 id="about">${t('verify.about')}</h2>${shown}</section>`;

const linkTo = ({ t, language, requestedLanguage }: Site, scan: string): Html => {
  const query = requestedLanguage ? `scan=${scan}&lang=${language.slice(0, 2)}` : `scan=${scan}`;
  return html`<p class="report"><a href="/about?${query}">${t('verify.about.all')}</a></p>`;
};

const shotsOf = (t: Translate, { name, pictures }: About): Html | null =>
  pictures.length === 0
    ? null
    : html`<p class="shots">${pictures.map(
        (address, index) =>
          html`<a href="${address}"><img src="${address}" alt="${t('verify.about.picture', { name, number: index + 2 })}" width="96" height="96" loading="lazy"></a>`,
      )}</p>`;

function restOf(t: Translate, { attributes, story, videoUrl }: About): Html | null {
  if (attributes.length === 0 && !story && !videoUrl) return null;
  return html`${
    attributes.length > 0 && html`<dl>${attributes.map(({ name, value }) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
  }${story && html`<div class="story">${new Html(story)}</div>`}${
    videoUrl && html`<p class="report"><a href="${videoUrl}" rel="nofollow noopener noreferrer">${t('verify.about.video')}</a></p>`
  }`;
}
