import type { PublicSettings } from '@suyuan/contract';
import { fetchJson, field, reportFailure, showMessage } from './page.ts';
import { translate } from './say.ts';

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
    const {
      captchaEnabled = true,
      uuid = '',
      img = '',
      settings,
      code: resultCode = 200,
      msg,
    } = await fetchJson<{ captchaEnabled?: boolean; uuid?: string; img?: string; settings?: PublicSettings }>('/captchaImage');
    if (resultCode !== 200) showMessage(msg || translate('kit.codeUnknown'));
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
