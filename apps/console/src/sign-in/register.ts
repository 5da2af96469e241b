import { fitsPasswordClass, fitsRuoYi, lengthOf } from '@suyuan/contract/password';
import { loadSiteConfig } from '../data/site-config.ts';
import { captcha, renew, renewForPrefix, watchCaptcha } from './captcha.ts';
import { ask, field, keepWay, onSubmit, problemOf, reportFailure, showFooter, showSite, tell } from './page.ts';
import { watchPassword } from './password-field.ts';
import { language, say } from './say.ts';

/** The register page: static like the sign-in page, also accessible to signed-in users. It sends no token. */

const [username, password, again, code] = [field('username'), field('password'), field('again'), field('code')];

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

function wrong(): [string, HTMLInputElement] | undefined {
  const { settings } = captcha;
  const name = username.value.trim();
  if (!(settings ? NAME : RUOYI_NAME).test(name))
    return [say(settings ? 'account.username.wrong' : 'account.username.wrong.plain'), username];
  if (!password.value) return [say('account.passwordNeeded'), password];
  if (!settings && !fitsRuoYi(password.value)) return [say('account.passwordWrong.plain'), password];
  const { passwordMinLength = 0, passwordClass = '0' } = settings ?? {};
  if (lengthOf(password.value) < passwordMinLength)
    return [say('account.passwordTooShort').replace('{min}', String(passwordMinLength)), password];
  if (!fitsPasswordClass(password.value, passwordClass)) return [rule(), password];
  if (password.value !== again.value) return [say('account.passwordsUnlike'), again];
  if (captcha.needed && !code.value.trim()) return [say('account.captchaNeeded'), code];
  return undefined;
}

function rule(): string {
  if (!captcha.settings) return say('account.passwordRule.plain');
  const { passwordMinLength, passwordClass } = captcha.settings;
  const length = passwordMinLength
    ? say('account.passwordRule').replace('{min}', String(passwordMinLength))
    : say('account.passwordRuleOpen');
  const signs = say(`account.passwordClass.${passwordClass}`);
  return signs ? `${length}${language === 'en-US' ? '; ' : '；'}${signs}` : length;
}

async function register() {
  const fault = wrong();
  if (fault) return tell(...fault);
  const given = { username: username.value.trim(), password: password.value, code: code.value.trim(), uuid: captcha.uuid };
  const answer = await ask<object>('/register', given).catch(reportFailure);
  if (!answer) return;
  if (answer.code === 200) {
    sessionStorage.setItem('suyuan.notice', 'registered');
    sessionStorage.setItem('suyuan.registeredName', given.username);
    return location.assign(`/login.html${location.search}`);
  }
  await renew();
  const problem = problemOf(answer);
  if (problem === 'registerClosed') return close();
  tell(answer.msg || say('kit.codeUnknown'), fieldOf[problem]);
}

function close() {
  tell('');
  field('form').hidden = true;
  field('closed').hidden = false;
}

async function start() {
  keepWay();
  showSite();
  const asked = renew();
  const site = loadSiteConfig(renewForPrefix);
  await asked;
  const { settings } = captcha;
  showFooter(settings);
  void site.then(() => {
    showSite();
    showFooter(captcha.settings);
  });
  // a RuoYi server reports closed registration only on an attempt
  if (settings && !settings.registerEnabled) return close();
  field('rule').textContent = rule();
  if (!settings) field('name-rule').textContent = say('account.username.hint.plain');
  field('form').hidden = false;
  username.focus();
  watchPassword(password, field('peek'), field('caps'));
  watchCaptcha();
  onSubmit(register, 'account.registering');
}

void start();
