import { randomBytes } from 'node:crypto';
import type { Language } from '@suyuan/contract';
import type { FastifyRequest } from 'fastify';
import { now } from '../../../platform/db/clock.ts';
import { dayOf } from '../../../platform/shanghai.ts';
import { providedDevice, estimatedDevice } from '../verification/verification.service.ts';
import { isRobot } from './robots.ts';

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

/** Language from the query, else the browser's first supported language, else Chinese. */
export function languageOf({ query, headers }: FastifyRequest): { language: Language; requestedLanguage: boolean } {
  const requested = /^(zh|en)/.exec(String(Object(query).lang ?? ''))?.[1];
  const languageCode = requested ?? /(?:^|,)\s*(zh|en)\b/i.exec(headers['accept-language'] ?? '')?.[1]?.toLowerCase();
  return { language: languageCode === 'en' ? languages.en : languages.zh, requestedLanguage: requested !== undefined };
}
