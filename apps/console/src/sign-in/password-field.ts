import { translate } from './say.ts';

export function watchPassword(password: HTMLInputElement, toggleButton: HTMLElement, capsLockHint: HTMLElement) {
  toggleButton.addEventListener('click', () => {
    const isVisible = password.type === 'password';
    password.type = isVisible ? 'text' : 'password';
    toggleButton.ariaPressed = String(isVisible);
    toggleButton.ariaLabel = translate(isVisible ? 'account.passwordHide' : 'account.passwordShow');
    password.focus();
  });
  const updateCapsLock = (event: KeyboardEvent) => {
    capsLockHint.hidden = !event.getModifierState?.('CapsLock');
  };
  password.addEventListener('keydown', updateCapsLock);
  password.addEventListener('keyup', updateCapsLock);
  password.addEventListener('blur', () => {
    capsLockHint.hidden = true;
  });
}
