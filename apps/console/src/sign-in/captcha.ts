import type { PublicSettings } from '@suyuan/contract';
import { ask, field, reportFailure, tell } from './page.ts';
import { say } from './say.ts';

/** Milliseconds after which a captcha counts as expired; the server's limit is two minutes. */
const LIFE = 110_000;

/**
 * The current captcha. A server that does not send `captchaEnabled` requires one. `settings`: from our server, undefined on a plain RuoYi
 * server.
 */
export const captcha = { uuid: '', asked: 0, needed: true, settings: undefined as PublicSettings | undefined };

/** Loads a new captcha, and the server's public settings. */
export async function renew(): Promise<void> {
  const code = field('code');
  code.value = '';
  try {
    const {
      captchaEnabled = true,
      uuid = '',
      img = '',
      settings,
      code: outcome = 200,
      msg,
    } = await ask<{ captchaEnabled?: boolean; uuid?: string; img?: string; settings?: PublicSettings }>('/captchaImage');
    if (outcome !== 200) tell(msg || say('kit.codeUnknown'));
    Object.assign(captcha, { uuid, asked: Date.now(), needed: captchaEnabled, settings });
    field('captcha').hidden = !captchaEnabled;
    const picture = document.querySelector<HTMLImageElement>('#picture');
    if (img && picture) picture.src = `data:image/jpeg;base64,${img}`;
    if (picture) picture.hidden = !captchaEnabled || !img;
  } catch (error) {
    reportFailure(error);
  }
}

/** A captcha of another API is invalid after a change of prefix. */
export const renewForPrefix = () => void (captcha.asked && renew());

/** Renews the captcha on click, and on focus if it expired before any input. */
export function watchCaptcha() {
  const code = field('code');
  field('renew').addEventListener('click', () => void renew().then(() => code.focus()));
  code.addEventListener('focus', () => {
    if (captcha.asked && !code.value && Date.now() - captcha.asked > LIFE) void renew();
  });
}
