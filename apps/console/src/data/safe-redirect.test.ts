import { describe, expect, it } from 'vitest';
import { safeRedirectPath } from './safe-redirect.ts';

describe('redirect after sign-in', () => {
  it.each(['/manage/batch', '/manage/batch?state=pending#top', '/index', '/a//b', '/loginlog'])('accepts the internal path %s', (path) => {
    expect(safeRedirectPath(path)).toBe(path);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/a\\b',
    'https://evil.example',
    'javascript:alert(1)',
    'manage/batch',
    '/user/login',
    '/api/logout',
    '/login.html',
    '/login?redirect=%2F',
    '/register',
    '',
    null,
    undefined,
  ])('falls back to the home page for %s', (path) => {
    expect(safeRedirectPath(path)).toBe('/index');
  });
});
