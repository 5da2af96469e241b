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

function render(isDefaultModifyPwd: boolean, path = '/index') {
  const session = { info: { user: { userId: 7 }, isDefaultModifyPwd, isPasswordExpired: false } } as Session;
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={[path]}>
      <SessionContext value={session}>
        <PasswordBanner />
        <PasswordDot />
      </SessionContext>
    </MemoryRouter>,
  );
}

it('hides the banner after this user dismisses it, and keeps the dot', () => {
  expect(render(true)).toContain('role="status"');
  stored.set('suyuan.passwordLater.7', 'dismissed');
  expect(render(true)).not.toContain('role="status"');
  expect(render(true)).toContain('title="account.passwordChange"');
  stored = new Map([['suyuan.passwordLater.8', 'dismissed']]);
  expect(render(true)).toContain('role="status"');
});

it('shows the banner on home only', () => {
  expect(render(true, '/manage/batch')).not.toContain('role="status"');
});

it('shows neither banner nor dot after the user has chosen a password', () => {
  expect(render(false)).toBe('');
});
