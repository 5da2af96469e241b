import type { PublicSettings } from '@suyuan/contract';
import { companyLine } from '@suyuan/contract/company';
import { apiUrl, preferredLanguage, siteConfig, siteConfigLoaded } from '../data/site-config.ts';
import { language, switchToEnglish, translate } from './i18n.ts';

export function watchPassword(password: HTMLInputElement, toggleButton: HTMLElement, capsLockHint: HTMLElement) {
  toggleButton.addEventListener('click', () => {
    const isVisible = password.type === 'password';
    password.type = isVisible ? 'text' : 'password';
    toggleButton.ariaPressed = String(isVisible);
    toggleButton.ariaLabel = translate(isVisible ? 'account.passwordHide' : 'account.passwordShow');
    password.focus();
  });
  const updateCapsLock = (event: KeyboardEvent) => {
    capsLockHint.hidden = !event.getModifierState?.('CapsLock');
  };
  password.addEventListener('keydown', updateCapsLock);
  password.addEventListener('keyup', updateCapsLock);
  password.addEventListener('blur', () => {
    capsLockHint.hidden = true;
  });
}

/** Shared parts of the sign-in pages: static form, message line, footer. */

/** The cast: each id belongs to an element of our pages, used with matching members. */
export const field = (id: string) => document.getElementById(id) as HTMLInputElement;

export interface SignInResponse {
  code?: number;
  msg?: string;
  problem?: string;
  params?: { field?: string };
}

/** Problem names by a part of the message, for RuoYi servers, whose errors have no problem name. */
type MessagePatterns = [part: string, problem: string][];

/** Problem name of an error response; '' if unknown. `patterns`: of the page, in addition to that of the captcha. */
export const problemOf = ({ problem, msg = '' }: SignInResponse, patterns: MessagePatterns = []) =>
  problem ?? [['验证码', 'captchaWrong'], ...patterns].find(([part = '']) => msg.includes(part))?.[1] ?? '';

/**
 * Sends a request without a token. Repeats it once if `config.json` turns out to name another API prefix.
 * @throws Error with the message to display, without an API response
 */
export async function fetchJson<T>(path: string, body?: object, more: Record<string, string> = {}): Promise<T & SignInResponse> {
  const url = apiUrl(path);
  const answer = await send<T>(url, body, more).catch(async (error) => {
    await siteConfigLoaded();
    if (apiUrl(path) === url) throw error;
    return undefined;
  });
  return answer && apiUrl(path) === url ? answer : send(apiUrl(path), body, more);
}

async function send<T>(url: string, body: object | undefined, more: Record<string, string>): Promise<T & SignInResponse> {
  const headers = { 'Accept-Language': language, ...(body && { 'Content-Type': 'application/json' }), ...more };
  const request = { method: body ? 'POST' : 'GET', headers, ...(body && { body: JSON.stringify(body) }) };
  const throwNetworkError = () => {
    throw new Error(translate('kit.networkDown'));
  };
  const response = await fetch(url, request).catch(throwNetworkError);
  if (!response.ok && response.status !== 429) throw new Error(translate('kit.statusWrong').replace('{status}', String(response.status)));
  const text = await response.text().catch(throwNetworkError);
  if (text.trimStart().startsWith('<')) throw new Error(translate('kit.webPage').replace('{prefix}', apiUrl('')));
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return throwNetworkError();
  }
}

export const reportFailure = (error: unknown) => showMessage(error instanceof Error ? error.message : String(error));

/** Message of an error response. RuoYi's code 403 comes with words of its framework, which are a detail on the next line. */
export const refusalText = ({ code, problem, msg = '' }: SignInResponse) =>
  code === 403 && !problem ? `${translate('kit.code403')}\n${msg}` : msg || translate('kit.codeUnknown');

/** Displays a message above the form and focuses the related field; an empty text clears it. */
export function showMessage(text: string, invalidInput?: HTMLInputElement, kind: 'error' | 'info' = 'error') {
  const line = field('say');
  line.hidden = !text;
  line.dataset.kind = kind;
  line.textContent = text;
  for (const input of document.querySelectorAll<HTMLInputElement>('.field input'))
    input.setAttribute('aria-invalid', String(input === invalidInput));
  invalidInput?.focus();
}

/**
 * Runs `submit` at each submit, one at a time, with a busy label. The button is disabled until now, because a native submit would leave the
 * page.
 */
export function onSubmit(submit: () => Promise<unknown>, busyKey: string) {
  const button = field('go');
  field('form').addEventListener('submit', (event) => {
    event.preventDefault();
    if (button.ariaBusy === 'true') return;
    const label = button.textContent;
    button.ariaBusy = 'true';
    button.textContent = translate(busyKey);
    void submit().finally(() => {
      button.ariaBusy = 'false';
      button.textContent = label;
    });
  });
  button.disabled = false;
}

/** Button for the other language, labelled in that language. It reloads the page, so input is lost. */
function showLanguageSwitch() {
  const [other, name] = language === 'en-US' ? (['zh-CN', '中文'] as const) : (['en-US', 'English'] as const);
  const button = field('tongue');
  button.lang = other;
  button.textContent = name;
  button.hidden = false;
  button.onclick = () => {
    localStorage.setItem('suyuan.language', JSON.stringify(other));
    location.reload();
  };
}

export function applySiteConfig() {
  const { pathname, search, hash } = location;
  // a static host serves the pages as files; normalise the path to that of other hosts
  if (pathname.endsWith('.html')) history.replaceState(null, '', `/user${pathname.slice(0, -'.html'.length)}${search}${hash}`);
  if (preferredLanguage() === 'en-US') switchToEnglish();
  const { title } = siteConfig();
  if (!title) return;
  document.title = `${document.querySelector('h1')?.textContent} - ${title}`;
  for (const element of document.querySelectorAll('[data-word="shell.title"]')) element.textContent = title;
  const scene = document.querySelector('.scene');
  if (scene) scene.ariaLabel = title;
}

export function showFooter(settings: PublicSettings | undefined) {
  const { brand, title, language: siteLanguage } = siteConfig();
  field('company').textContent = brand ?? companyLine(settings?.company ?? '', title ?? translate('shell.title'));
  field('icp').textContent = settings?.icp ?? '';
  if (settings ? settings.englishEnabled : siteLanguage === 'en-US') showLanguageSwitch();
}

/** Passes the redirect parameter to the other page. */
export function passRedirect() {
  const link = document.querySelector<HTMLAnchorElement>('#way');
  if (link) link.search = location.search;
}

/** Milliseconds after which a captcha counts as expired; the server's limit is two minutes. */
const MAX_AGE_MS = 110_000;

/**
 * The current captcha. A server that does not send `captchaEnabled` requires one. `settings`: from our server, undefined on a plain RuoYi
 * server.
 */
export const captcha = { uuid: '', requestedAt: 0, isRequired: true, settings: undefined as PublicSettings | undefined };

/** Loads a new captcha, and the server's public settings. */
export async function loadCaptcha(): Promise<void> {
  const code = field('code');
  code.value = '';
  try {
    const answer = await fetchJson<{ captchaEnabled?: boolean; uuid?: string; img?: string; settings?: PublicSettings }>('/captchaImage');
    const { captchaEnabled = true, uuid = '', img = '', settings } = answer;
    if ((answer.code ?? 200) !== 200) showMessage(refusalText(answer));
    Object.assign(captcha, { uuid, requestedAt: Date.now(), isRequired: captchaEnabled, settings });
    field('captcha').hidden = !captchaEnabled;
    const picture = document.querySelector<HTMLImageElement>('#picture');
    if (img && picture) picture.src = `data:image/jpeg;base64,${img}`;
    if (picture) picture.hidden = !captchaEnabled || !img;
  } catch (error) {
    reportFailure(error);
  }
}

/** A captcha of another API is invalid after a change of prefix. */
export const reloadCaptchaForPrefix = () => void (captcha.requestedAt && loadCaptcha());

/** Renews the captcha on click, and on focus if it expired before any input. */
export function watchCaptcha() {
  const code = field('code');
  field('renew').addEventListener('click', () => void loadCaptcha().then(() => code.focus()));
  code.addEventListener('focus', () => {
    if (captcha.requestedAt && !code.value && Date.now() - captcha.requestedAt > MAX_AGE_MS) void loadCaptcha();
  });
}
