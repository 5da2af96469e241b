import * as queries from '../features/account/captcha/captcha.queries.ts';
import * as captchaService from '../features/account/captcha/captcha.service.ts';
import type { Installation } from '../http/installation.ts';

/** A captcha whose answer is known, stored as the service stores those that it draws. */
export async function insertCaptcha(installation: Installation, text = 'A7K9') {
  const captchaId = crypto.randomUUID();
  await queries.insert(installation.db, captchaId, captchaService.digest(installation, captchaId, text));
  return { uuid: captchaId.replaceAll('-', ''), text };
}
