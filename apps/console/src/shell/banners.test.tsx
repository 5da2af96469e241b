import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { PasswordBanner, PasswordDot } from './banners.tsx';
import { type Session, SessionContext } from './session.ts';

// the store of locale texts has no server snapshot; the tests do not depend on the text
vi.mock('../data/i18n.ts', () => ({ useTranslations: () => (key: string) => key }));

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null });
});

function render(isDefaultModifyPwd: boolean) {
  const session = { info: { user: { userId: 7 }, isDefaultModifyPwd, isPasswordExpired: false } } as Session;
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={['/index']}>
      <SessionContext value={session}>
        <PasswordBanner />
        <PasswordDot />
      </SessionContext>
    </MemoryRouter>,
  );
}

it('hides the banner for a day after this user dismisses it, and keeps the dot', () => {
  expect(render(true)).toContain('password-banner');
  stored.set('suyuan.passwordLater.7', String(Date.now() - 23 * 3_600_000));
  expect(render(true)).not.toContain('password-banner');
  expect(render(true)).toContain('avatar-dot');
  stored.set('suyuan.passwordLater.7', String(Date.now() - 25 * 3_600_000));
  expect(render(true)).toContain('password-banner');
  stored = new Map([['suyuan.passwordLater.8', String(Date.now())]]);
  expect(render(true)).toContain('password-banner');
});

it('shows neither banner nor dot after the user has chosen a password', () => {
  expect(render(false)).toBe('');
});
