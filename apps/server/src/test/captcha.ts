import * as queries from '../features/identity/captcha/captcha.queries.ts';
import * as captchaService from '../features/identity/captcha/captcha.service.ts';
import type { Installation } from '../platform/http/installation.ts';

/** A captcha with a fixed answer, stored as the service does. */
export async function insertCaptcha(installation: Installation, text = 'A7K9') {
  const captchaId = crypto.randomUUID();
  await queries.insert(installation.db, captchaId, captchaService.digest(installation, captchaId, text));
  return { uuid: captchaId.replaceAll('-', ''), text };
}
