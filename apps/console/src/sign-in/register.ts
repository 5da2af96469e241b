import { fitsPasswordClass, fitsRuoYi, lengthOf } from '@suyuan/contract/password';
import { loadSiteConfig } from '../data/site-config.ts';
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
  showFooter,
  showMessage,
  watchCaptcha,
  watchPassword,
} from './page.ts';

/** The register page: static like the sign-in page, also accessible to signed-in users. It sends no token. */

const [username, password, passwordRepeat, code] = [field('username'), field('password'), field('again'), field('code')];

/** Same as the contract's `UserName`; the server validates again. */
const NAME = /^[\p{L}\p{N}_.-]{2,30}$/u;

const fieldOf: Record<string, HTMLInputElement> = {
  captchaExpired: code,
  captchaWrong: code,
  userNameTaken: username,
  invalidInput: username,
  passwordWeak: password,
  passwordClassWrong: password,
};

/** Name rule of a RuoYi server. */
const RUOYI_NAME = /^.{2,20}$/;

function validate(): [string, HTMLInputElement] | undefined {
  const { settings } = captcha;
  const name = username.value.trim();
  if (!(settings ? NAME : RUOYI_NAME).test(name))
    return [translate(settings ? 'account.username.wrong' : 'account.username.wrong.plain'), username];
  if (!password.value) return [translate('account.passwordNeeded'), password];
  if (!settings && !fitsRuoYi(password.value)) return [translate('account.passwordWrong.plain'), password];
  const { passwordMinLength = 0, passwordClass = '0' } = settings ?? {};
  if (lengthOf(password.value) < passwordMinLength)
    return [translate('account.passwordTooShort').replace('{min}', String(passwordMinLength)), password];
  if (!fitsPasswordClass(password.value, passwordClass)) return [passwordHint(), password];
  if (password.value !== passwordRepeat.value) return [translate('account.passwordsUnlike'), passwordRepeat];
  if (captcha.isRequired && !code.value.trim()) return [translate('account.captchaNeeded'), code];
  return undefined;
}

function passwordHint(): string {
  if (!captcha.settings) return translate('account.passwordRule.plain');
  const { passwordMinLength, passwordClass } = captcha.settings;
  const length = passwordMinLength
    ? translate('account.passwordRule').replace('{min}', String(passwordMinLength))
    : translate('account.passwordRuleOpen');
  const classHint = translate(`account.passwordClass.${passwordClass}`);
  return classHint ? `${length}${language === 'en-US' ? '; ' : '；'}${classHint}` : length;
}

async function register() {
  const invalid = validate();
  if (invalid) return showMessage(...invalid);
  const credentials = { username: username.value.trim(), password: password.value, code: code.value.trim(), uuid: captcha.uuid };
  const answer = await fetchJson<object>('/register', credentials).catch(reportFailure);
  if (!answer) return;
  if (answer.code === 200) {
    sessionStorage.setItem('suyuan.notice', 'registered');
    sessionStorage.setItem('suyuan.registeredName', credentials.username);
    return location.assign(`/login.html${location.search}`);
  }
  await loadCaptcha();
  const problem = problemOf(answer, [
    ['账号已存在', 'userNameTaken'],
    ['没有开启注册', 'registerClosed'],
  ]);
  if (problem === 'registerClosed') return showClosed();
  showMessage(refusalText(answer), fieldOf[problem]);
}

function showClosed() {
  showMessage('');
  field('form').hidden = true;
  const way = field('way');
  way.textContent = translate('account.backToSignIn');
  way.className = 'back';
  field('closed').append(way);
  field('closed').hidden = false;
  field('other').hidden = true;
}

async function start() {
  passRedirect();
  applySiteConfig();
  const captchaLoaded = loadCaptcha();
  const site = loadSiteConfig(reloadCaptchaForPrefix);
  await captchaLoaded;
  const { settings } = captcha;
  showFooter(settings);
  void site.then(() => {
    applySiteConfig();
    showFooter(captcha.settings);
  });
  // a RuoYi server reports closed registration only on an attempt
  if (settings && !settings.registerEnabled) return showClosed();
  field('rule').textContent = passwordHint();
  if (!settings) field('name-rule').textContent = translate('account.username.hint.plain');
  field('form').hidden = false;
  username.focus();
  watchPassword(password, field('peek'), field('caps'));
  watchCaptcha();
  onSubmit(register, 'account.registering');
}

void start();
