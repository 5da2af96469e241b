import { randomBytes } from 'node:crypto';
import type { Language } from '@suyuan/contract';
import type { FastifyRequest } from 'fastify';
import { now } from '../../../platform/db/clock.ts';
import { preferredLanguage } from '../../../platform/http/access-control.ts';
import { dayOf } from '../../../platform/shanghai-time.ts';
import { estimatedDevice, providedDevice } from '../verification/verification.service.ts';

/**
 * Robots and link previews, which open links without a consumer. Some names need exact fragments, because real browsers and apps share them
 * (LINE, KakaoTalk, Pinterest, YaBrowser, Sogou, Baidu).
 */
const patterns = [
  // most robots: Googlebot, AdsBot-Google, Applebot, bitlybot, archive.org_bot; some phones match too, see `renderPreview`
  'bot\\b|bot[-_]|spider|crawl|slurp|archiver',
  // Facebook and agents that imitate it: LINE (line-poker), KakaoTalk (kakaotalk-scrap), iMessage
  'facebookexternal|facebookcatalog|facebot|meta-external|kakaotalk-scrap|line-poker',
  '(?:bing|microsoft|skypeuri|url ?|link[- ]?|google web )preview',
  'whatsapp/|viber|vkshare|embedly|iframely|snap url|pinterest/0|larkurl2meta|linkservice|qq-urlmanager',
  'google-(?:read-aloud|pagerenderer|inspectiontool|site-verification|safety|adwords)|googleother|googleimageproxy|google favicon|apis-google|feedfetcher|mediapartners|lighthouse|page ?speed',
  'yandex(?!browser|search)|yeti/|daumoa|qwantify|barkrowler|heritrix|nutch',
  '(?:chatgpt|claude|perplexity|mistralai)-user|anthropic-ai|cohere-ai|diffbot',
  'pingdom|statuscake|site24x7|w3c_validator',
];

const robotPattern = new RegExp(patterns.join('|'), 'i');

const isRobot = (agent: string): boolean => robotPattern.test(agent);

/** 400 days in seconds, the maximum that browsers keep a cookie. */
const COOKIE_AGE = 400 * 86_400;

/** Whether no person sees the response: a prefetch, a preview or a robot. */
export function isUnattended({ method, headers }: FastifyRequest): boolean {
  if (method === 'HEAD') return true;
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].join(' ');
  return /prefetch|prerender|preview|instant/i.test(purposes) || isRobot(headers['user-agent'] ?? '');
}

/** Device of the request, and a new cookie if it has none. */
export function visitorDevice({ headers, ip, protocol, ctx }: FastifyRequest) {
  const estimated = estimatedDevice(ctx.installation.masterKey, ip, ctx.userAgent, dayOf(now()));
  const cookie = /(?:^|;\s*)device=([\w-]{22})(?:;|$)/.exec(headers.cookie ?? '')?.[1];
  if (cookie) return { device: providedDevice('cookie', cookie), formerDevice: estimated };
  const secure = protocol === 'https' ? '; Secure' : '';
  const setCookie = `device=${randomBytes(16).toString('base64url')}; Path=/; Max-Age=${COOKIE_AGE}; HttpOnly; SameSite=Lax${secure}`;
  return { device: estimated, setCookie };
}

const languages = { zh: 'zh-CN', en: 'en-US' } as const;

/** Language from the query, else the browser's preferred one. */
export function languageOf(request: FastifyRequest): { language: Language; requestedLanguage: boolean } {
  const requested = /^(zh|en)/.exec(String(Object(request.query).lang ?? ''))?.[1] as keyof typeof languages | undefined;
  return { language: requested ? languages[requested] : preferredLanguage(request), requestedLanguage: requested !== undefined };
}
