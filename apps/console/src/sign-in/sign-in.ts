import { ownPath } from '../data/own-path.ts';
import { loadSiteConfig, siteConfig } from '../data/site-config.ts';
import { readToken, storeToken } from '../data/token.ts';
import { captcha, renew, renewForPrefix, watchCaptcha } from './captcha.ts';
import { ask, field, keepWay, onSubmit, problemOf, reportFailure, showFooter, showSite, tell } from './page.ts';
import { watchPassword } from './password-field.ts';
import { preloadShell } from './preload.ts';
import { clearTicket, forget, isRemembering, remember, rememberedName, ticketOf } from './remembered.ts';
import { language, say } from './say.ts';

/** The sign-in page: static HTML that works before any framework has loaded. */

const [username, password, code] = [field('username'), field('password'), field('code')];
const way = ownPath(new URLSearchParams(location.search).get('redirect'));

/** Resolves once the server has sent whether a captcha is required; submitting waits for it. */
let asked: Promise<unknown> = Promise.resolve();

/** Idempotency key of one sign-in until its response: a retry with the same key counts as the same use of the ticket. */
let use = '';
const newUse = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function signIn() {
  await asked;
  const name = username.value.trim();
  const ticket = ticketOf(name);
  if (!name) return tell(say('account.userNameNeeded'), username);
  if (!password.value && !ticket) return tell(say('account.passwordNeeded'), password);
  if (captcha.needed && !code.value.trim()) return tell(say('account.captchaNeeded'), code);
  const { checked } = field('remember');
  const given = { username: name, password: password.value, code: code.value.trim(), uuid: captcha.uuid, ticket, remember: checked };
  use ||= newUse();
  const answer = await ask<{ token?: string; ticket?: string }>('/login', given, { 'Idempotency-Key': use }).catch(reportFailure);
  if (!answer) return;
  use = '';
  if (!answer.token) return refused(problemOf(answer), answer.msg);
  if (checked) remember(name, answer.ticket);
  else forget();
  storeToken(answer.token);
  tell('');
  location.replace(way);
}

async function refused(problem: string, msg = say('kit.codeUnknown')) {
  // another tab of this browser used the same ticket first
  if (problem === 'ticketSpent' && readToken()) return location.replace(way);
  if (problem === 'ticketDead') clearTicket();
  showTicket();
  await renew();
  if (problem.startsWith('captcha')) return tell(msg, code);
  // a locked account can still sign in on remembered devices
  const more = problem === 'accountLocked' ? `${language === 'en-US' ? '. ' : '。'}${say('account.lockedElsewhere')}` : '';
  tell(msg + more, problem === 'ticketSpent' ? undefined : password);
  password.select();
}

/** With a device ticket, the password may stay empty: displays a hint and dots as placeholder. */
function showTicket() {
  const known = ticketOf(username.value.trim()) !== '';
  field('known').hidden = !known;
  password.placeholder = known ? '••••••••••••' : '';
}

function showNotice() {
  const notice = sessionStorage.getItem('suyuan.notice');
  sessionStorage.removeItem('suyuan.notice');
  if (notice === 'userInfo') tell(say('shell.userInfoFailed'));
  if (notice === 'sessionOver') tell(say('kit.sessionOver'), undefined, 'info');
  if (notice === 'registered') tell(say('account.registeredNow'), undefined, 'info');
}

/** Prefills the name that was just registered, otherwise the remembered one. */
function fillName() {
  const name = sessionStorage.getItem('suyuan.registeredName') ?? rememberedName();
  sessionStorage.removeItem('suyuan.registeredName');
  field('remember').checked = isRemembering();
  if (!name) return;
  username.value ||= name;
  showTicket();
  if (ticketOf(name)) field('go').focus();
  else password.focus();
}

async function start() {
  if (readToken()) return location.replace('/index');
  showSite();
  onSubmit(signIn, 'account.signingIn');
  keepWay();
  watchCaptcha();
  username.addEventListener('input', showTicket);
  fillName();
  watchPassword(password, field('peek'), field('caps'));
  asked = renew();
  const site = loadSiteConfig(renewForPrefix);
  showNotice();
  const show = () => {
    const { settings } = captcha;
    showFooter(settings);
    field('other').hidden = !(settings ? settings.registerEnabled : siteConfig().registerLink);
  };
  await asked;
  show();
  void site.then(() => {
    showSite();
    show();
  });
  if (captcha.needed && document.activeElement === field('go')) code.focus();
  preloadShell();
}

void start();
