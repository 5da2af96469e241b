import { say } from './say.ts';

export function watchPassword(password: HTMLInputElement, peek: HTMLElement, caps: HTMLElement) {
  peek.addEventListener('click', () => {
    const shown = password.type === 'password';
    password.type = shown ? 'text' : 'password';
    peek.ariaPressed = String(shown);
    peek.ariaLabel = say(shown ? 'account.passwordHide' : 'account.passwordShow');
    password.focus();
  });
  const look = (event: KeyboardEvent) => {
    caps.hidden = !event.getModifierState?.('CapsLock');
  };
  password.addEventListener('keydown', look);
  password.addEventListener('keyup', look);
  password.addEventListener('blur', () => {
    caps.hidden = true;
  });
}
