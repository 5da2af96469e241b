import type { Translate, Verification } from '@suyuan/contract';
import { timeAndPlace } from './goods.ts';
import { type Html, html } from './html.ts';

export function pinForm(
  t: Translate,
  { pinDigits, pinRight, pinLocked, pinFirst, pinFirstTime, pinFirstRegion }: Verification,
): Html | null {
  if (pinDigits === 0) return null;
  if (pinRight && pinFirstTime && !pinFirst) {
    const firstUse = timeAndPlace(t, pinFirstTime, pinFirstRegion);
    return html`<p class="card pin wrong" role="alert">${t('verify.pin.again', { when: firstUse })}</p>`;
  }
  if (pinRight) return html`<p class="card pin right" role="status">${t('verify.pin.first')}</p>`;
  if (pinLocked) return html`<p class="card pin wrong" role="alert">${t('verify.pin.locked')}</p>`;
  return html`<form class="card" method="post"><h2>${t('verify.pin.title')}</h2>
${pinRight === false && html`<p class="pin wrong" role="alert">${t('verify.pin.wrong')}</p>`}
<label for="pin">${t('verify.pin.label')}</label>
<input id="pin" name="pin" required inputmode="numeric" pattern="[0-9]{${pinDigits}}" maxlength="${pinDigits}" autocomplete="off" aria-describedby="pin-hint">
<p class="hint" id="pin-hint">${t('verify.pin.hint', { digits: pinDigits })}</p>
<button>${t('verify.pin.submit')}</button></form>`;
}
