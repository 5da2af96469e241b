import { ownPath } from '../kit/own-path.ts';
import { readToken, storeToken } from '../kit/token.ts';
import { watchPassword } from './password-field.ts';
import { preloadShell } from './preload.ts';
import { language, say, speakEnglish } from './say.ts';

/** The sign-in page: static HTML that works before any framework is here. */

/** The cast: the page is ours, and each id names what it is used as. */
const field = (id: string) => document.getElementById(id) as HTMLInputElement;
const [form, username, password, code] = [field('form'), field('username'), field('password'), field('code')];
const way = ownPath(new URLSearchParams(location.search).get('redirect'));
const NAME = 'suyuan.rememberedName';
const REMEMBER = 'suyuan.remember';

/** Milliseconds after which a captcha is as good as gone; the server keeps one for two minutes. */
const CAPTCHA_LIFE = 110_000;
let captcha = { uuid: '', asked: 0, needed: true };

interface Answer {
  code?: number;
  msg?: string;
  problem?: string;
  params?: { field?: string };
}

async function ask<T>(path: string, body?: object): Promise<T & Answer> {
  const headers = { 'Accept-Language': language, ...(body && { 'Content-Type': 'application/json' }) };
  const response = await fetch(`/api${path}`, { method: body ? 'POST' : 'GET', headers, ...(body && { body: JSON.stringify(body) }) });
  return response.json();
}

function tell(sentence: string, kind: 'error' | 'info' = 'error', at?: HTMLInputElement) {
  const line = field('say');
  line.hidden = !sentence;
  line.dataset.kind = kind;
  line.textContent = sentence;
  for (const input of [username, password, code]) input.setAttribute('aria-invalid', String(input === at));
  at?.focus();
}

async function renew() {
  code.value = '';
  try {
    const { captchaEnabled, uuid = '', img = '' } = await ask<{ captchaEnabled: boolean; uuid?: string; img?: string }>('/captchaImage');
    captcha = { uuid, asked: Date.now(), needed: captchaEnabled };
    field('captcha').hidden = !captchaEnabled;
    const picture = document.querySelector<HTMLImageElement>('#picture');
    if (!picture) return;
    if (captchaEnabled) picture.src = `data:image/jpeg;base64,${img}`;
    picture.hidden = !captchaEnabled;
  } catch {
    tell(say('account.captchaLost'));
  }
}

/** Whether a captcha is due is known only once the server has said so; who is quicker than that waits for it. */
let asked: Promise<void> = Promise.resolve();

async function signIn() {
  await asked;
  if (!username.value.trim()) return tell(say('account.userNameNeeded'), 'error', username);
  if (!password.value) return tell(say('account.passwordNeeded'), 'error', password);
  if (captcha.needed && !code.value.trim()) return tell(say('account.captchaNeeded'), 'error', code);
  const given = { username: username.value.trim(), password: password.value, code: code.value.trim(), uuid: captcha.uuid };
  const answer = await ask<{ token?: string }>('/login', given).catch(() => undefined);
  if (!answer) return tell(say('kit.networkDown'));
  if (answer.token) {
    if (field('remember').checked) localStorage.setItem(NAME, given.username);
    else localStorage.removeItem(NAME);
    localStorage.setItem(REMEMBER, String(field('remember').checked));
    storeToken(answer.token);
    tell('');
    return location.replace(way);
  }
  await renew();
  tell(answer.msg ?? say('kit.networkDown'), 'error', answer.problem?.startsWith('captcha') ? code : password);
  if (!answer.problem?.startsWith('captcha')) password.select();
}

async function submit(event: Event) {
  event.preventDefault();
  const go = field('go');
  if (go.ariaBusy === 'true') return;
  go.ariaBusy = 'true';
  go.textContent = say('account.signingIn');
  await signIn();
  go.ariaBusy = 'false';
  go.textContent = say('account.signIn');
}

async function showFooter() {
  const { data } = await ask<{ data?: { company: string; icp: string } }>('/public/settings');
  field('company').textContent = data?.company ?? '';
  field('icp').textContent = data?.icp ?? '';
}

/** A sentence that another page left for this one: why the user is here. */
function showNotice() {
  const notice = sessionStorage.getItem('suyuan.notice');
  sessionStorage.removeItem('suyuan.notice');
  if (notice === 'userInfo') tell(say('shell.userInfoFailed'));
  if (notice === 'passwordChanged') tell(say('account.passwordChanged'), 'info');
}

async function start() {
  if (readToken()) return location.replace('/index');
  form.addEventListener('submit', (event) => void submit(event));
  // until here a click would have left the page with what was typed
  field('go').disabled = false;
  field('renew').addEventListener('click', () => void renew().then(() => code.focus()));
  code.addEventListener('focus', () => {
    if (captcha.asked && !code.value && Date.now() - captcha.asked > CAPTCHA_LIFE) void renew();
  });
  const name = localStorage.getItem(NAME);
  field('remember').checked = localStorage.getItem(REMEMBER) !== 'false';
  if (name) {
    username.value ||= name;
    password.focus();
  }
  watchPassword(password, field('peek'), field('caps'));
  asked = renew();
  const all = [asked, showFooter().catch(() => undefined)];
  if (language === 'en-US') await speakEnglish().catch(() => undefined);
  showNotice();
  await Promise.all(all);
  preloadShell();
}

void start();
