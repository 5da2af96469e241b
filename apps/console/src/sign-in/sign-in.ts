import { safeRedirectPath } from '../data/safe-redirect.ts';
import { loadSiteConfig, siteConfig } from '../data/site-config.ts';
import { readToken, storeToken } from '../data/token.ts';
import { language, translate } from './i18n.ts';
import {
  applySiteConfig,
  captcha,
  fetchJson,
  field,
  loadCaptcha,
  onSubmit,
  passRedirect,
  problemOf,
  refusalText,
  reloadCaptchaForPrefix,
  reportFailure,
  type SignInResponse,
  showFooter,
  showMessage,
  watchCaptcha,
  watchPassword,
} from './page.ts';
import { clearTicket, forgetSignIn, isRemembering, rememberedName, rememberSignIn, ticketOf } from './remembered.ts';

/** Prefetches the console's files while the user types, or after a delay. */
function preloadShell() {
  const filesNamed = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content.split(' ') ?? [];
  const files = [...filesNamed('shell'), ...(language === 'en-US' ? filesNamed('english') : [])];
  let hasStarted = false;
  const start = () => {
    if (hasStarted) return;
    hasStarted = true;
    for (const file of files) {
      const link = document.createElement('link');
      link.crossOrigin = '';
      link.href = `/${file}`;
      // browsers warn about a preloaded style that the page does not use
      link.rel = file.endsWith('.css') ? 'prefetch' : 'modulepreload';
      document.head.append(link);
    }
  };
  addEventListener('input', start, { once: true });
  setTimeout(start, 1500);
}

/** The sign-in page: static HTML that works before any framework has loaded. */

const [username, password, code] = [field('username'), field('password'), field('code')];
const redirectPath = safeRedirectPath(new URLSearchParams(location.search).get('redirect'));

/** Resolves once the server has sent whether a captcha is required; submitting waits for it. */
let captchaLoaded: Promise<unknown> = Promise.resolve();

/** Idempotency key of one sign-in until its response: a retry with the same key counts as the same use of the ticket. */
let idempotencyKey = '';
const newIdempotencyKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function signIn() {
  await captchaLoaded;
  const name = username.value.trim();
  const ticket = ticketOf(name);
  if (!name) return showMessage(translate('account.userNameNeeded'), username);
  if (!password.value && !ticket) return showMessage(translate('account.passwordNeeded'), password);
  if (captcha.isRequired && !code.value.trim()) return showMessage(translate('account.captchaNeeded'), code);
  const { checked } = field('remember');
  const credentials = { username: name, password: password.value, code: code.value.trim(), uuid: captcha.uuid, ticket, remember: checked };
  idempotencyKey ||= newIdempotencyKey();
  const answer = await fetchJson<{ token?: string; ticket?: string }>('/login', credentials, { 'Idempotency-Key': idempotencyKey }).catch(
    reportFailure,
  );
  if (!answer) return;
  idempotencyKey = '';
  if (!answer.token) return handleError(answer);
  if (checked) rememberSignIn(name, answer.ticket);
  else forgetSignIn();
  storeToken(answer.token);
  showMessage('');
  location.replace(redirectPath);
}

async function handleError(answer: SignInResponse) {
  const problem = problemOf(answer);
  const text = refusalText(answer);
  // another tab of this browser used the same ticket first
  if (problem === 'ticketSpent' && readToken()) return location.replace(redirectPath);
  if (problem === 'ticketDead') clearTicket();
  showTicket();
  await loadCaptcha();
  if (problem.startsWith('captcha')) return showMessage(text, code);
  // a locked account can still sign in on remembered devices
  const hint = problem === 'accountLocked' ? `${language === 'en-US' ? '. ' : '。'}${translate('account.lockedElsewhere')}` : '';
  showMessage(text + hint, problem === 'ticketSpent' ? undefined : password);
  password.select();
}

/** With a device ticket, the password may stay empty: displays a hint and dots as placeholder. */
function showTicket() {
  const hasTicket = ticketOf(username.value.trim()) !== '';
  field('known').hidden = !hasTicket;
  password.placeholder = hasTicket ? '••••••••••••' : '';
}

function showNotice() {
  const notice = sessionStorage.getItem('suyuan.notice');
  sessionStorage.removeItem('suyuan.notice');
  if (notice === 'userInfo') showMessage(translate('shell.userInfoFailed'));
  else if (notice) showMessage(translate(notice === 'registered' ? 'account.registeredNow' : 'kit.sessionOver'), undefined, 'info');
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
  applySiteConfig();
  onSubmit(signIn, 'account.signingIn');
  passRedirect();
  watchCaptcha();
  username.addEventListener('input', showTicket);
  fillName();
  watchPassword(password, field('peek'), field('caps'));
  captchaLoaded = loadCaptcha();
  const site = loadSiteConfig(reloadCaptchaForPrefix);
  showNotice();
  const showOptions = () => {
    const { settings } = captcha;
    showFooter(settings);
    field('other').hidden = !(settings ? settings.registerEnabled : siteConfig().registerLink);
  };
  await captchaLoaded;
  showOptions();
  void site.then(() => {
    applySiteConfig();
    showOptions();
  });
  if (captcha.isRequired && document.activeElement === field('go')) code.focus();
  preloadShell();
}

void start();
