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
const MAX_INLINE_BYTES = 8000;

/** Verdicts that allow advertising. Under a warning only the identifying facts are rendered. */
const promotionalVerdicts: readonly string[] = ['genuine', 'alreadyVerified'];

export const aboutForVerdict = (verdict: string, about: About): About =>
  promotionalVerdicts.includes(verdict) ? about : { ...about, story: null, videoUrl: null };

/** Null without content. `scan` links to the page for long content. */
export function aboutCard(site: Site, about: About, { verdict }: Verification, scan: string | undefined): Html | null {
  const { t } = site;
  const visibleAbout = aboutForVerdict(verdict, about);
  const [pictures, details] = [pictureLinks(t, visibleAbout), detailsHtml(t, visibleAbout)];
  const isInline = new TextEncoder().encode(details?.text).length <= MAX_INLINE_BYTES;
  const parts = [pictures, isInline ? details : scan ? aboutLink(site, scan) : null];
  if (parts.every((part) => !part)) return null;
  return card(t, parts);
}

export const renderAbout = (site: Site, about: About): string =>
  page(
    site,
    { of: 'product', title: about.name, lead: site.t('verify.about.lead') },
    card(site.t, [pictureLinks(site.t, about), detailsHtml(site.t, about)]),
  );

const card = (t: Translate, parts: (Html | null)[]): Html =>
  html`<section class="card" aria-labelledby="about"><h2 id="about">${t('verify.about')}</h2>${parts}</section>`;

const aboutLink = ({ t, language, requestedLanguage }: Site, scan: string): Html => {
  const query = requestedLanguage ? `scan=${scan}&lang=${language.slice(0, 2)}` : `scan=${scan}`;
  return html`<p class="report"><a href="/about?${query}">${t('verify.about.all')}</a></p>`;
};

const pictureLinks = (t: Translate, { name, pictures }: About): Html | null =>
  pictures.length === 0
    ? null
    : html`<p class="shots">${pictures.map(
        (address, index) =>
          html`<a href="${address}"><img src="${address}" alt="${t('verify.about.picture', { name, number: index + 2 })}" width="96" height="96" loading="lazy"></a>`,
      )}</p>`;

function detailsHtml(t: Translate, { attributes, story, videoUrl }: About): Html | null {
  if (attributes.length === 0 && !story && !videoUrl) return null;
  return html`${
    attributes.length > 0 && html`<dl>${attributes.map(({ name, value }) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
  }${story && html`<div class="story">${new Html(story)}</div>`}${
    videoUrl && html`<p class="report"><a href="${videoUrl}" rel="nofollow noopener noreferrer">${t('verify.about.video')}</a></p>`
  }`;
}
