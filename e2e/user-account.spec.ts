import { createCanvas } from '@napi-rs/canvas';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, tokenOf } from './support/api.ts';
import { newVisitor, openBrowser, signIn } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

const NEW_PASSWORD = 'seven quiet rivers meet here';

describe('the user account', () => {
  let suyuan: Suyuan;
  let browser: Browser;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  it('replaces the avatar with a cropped picture and rejects 2 MB before the upload', async () => {
    const visitor = await newVisitor(browser);
    const { page, faults } = visitor;
    await signIn(visitor, suyuan, 'planner');
    await page.goto(`${suyuan.consoleUrl}/account/center`);
    await page.locator('header img.avatar[src*="default-avatar"], header img.avatar[src^="data:image/svg"]').waitFor();
    const fileInput = page.getByLabel('选择头像图片');
    await fileInput.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(2_097_152) });
    await page.getByText('图片大小限制 2MB！').waitFor();
    const canvas = createCanvas(800, 600);
    const context = canvas.getContext('2d');
    context.fillStyle = '#1890ff';
    context.fillRect(0, 0, 800, 600);
    await fileInput.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: canvas.toBuffer('image/png') });
    await page.getByRole('dialog').getByRole('button', { name: '旋转' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '用作头像' }).click();
    await page.getByText('头像已更换').waitFor();
    await page.locator('header img.avatar[src^="/api/profile/avatar/"]').waitFor();
    const [width, height] = await page
      .locator('header img.avatar')
      .evaluate((picture: HTMLImageElement) => [picture.naturalWidth, picture.naturalHeight]);
    expect([width, height]).toEqual([512, 512]);
    expect(faults).toEqual([]);
  });

  it('lists sessions and ends one of them', async () => {
    const visitor = await newVisitor(browser, 390);
    const { page } = visitor;
    const otherToken = await tokenOf(suyuan.consoleUrl, 'approver', suyuan.passwords.approver ?? '');
    await signIn(visitor, suyuan, 'approver');
    await page.goto(`${suyuan.consoleUrl}/account/settings?tab=sessions`);
    const rows = page.getByRole('list', { name: '登录设备' }).getByRole('listitem');
    await rows.nth(1).waitFor();
    await rows.filter({ hasNotText: '本次登录' }).getByRole('button', { name: /^退出/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: '退出' }).click();
    await page.getByText('已退出', { exact: true }).waitFor();
    expect((await api(suyuan.consoleUrl, otherToken).call('GET', '/getInfo')).code).toBe(401);
    expect(await rows.count()).toBe(1);
  });

  it('lists sign-in attempts in a tab with its own URL', async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await api(suyuan.consoleUrl).call('POST', '/login', { username: 'planner', password: 'a guess' });
    await signIn(visitor, suyuan, 'planner');
    await page.goto(`${suyuan.consoleUrl}/account/center?tab=signIns`);
    await page.getByRole('list', { name: '登录记录' }).getByText('用户名或密码不对').waitFor();
  });

  it('accepts a valid new password, stays signed in and signs out other devices', async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    const otherToken = await tokenOf(suyuan.consoleUrl, 'planner', suyuan.passwords.planner ?? '');
    await signIn(visitor, suyuan, 'planner');
    await page.getByRole('link', { name: '修改密码' }).click();
    await page.waitForURL('**/account/settings?tab=password');
    const form = page.locator('form', { has: page.getByLabel('旧密码') });
    await form.getByLabel('旧密码').fill('not it');
    await form.getByLabel('新密码', { exact: true }).fill('seven quiet');
    await page.getByText('至少 15 个字符（现在 11 个）').waitFor();
    await form.getByLabel('新密码', { exact: true }).fill(NEW_PASSWORD);
    await page.getByText('很强').waitFor();
    await form.getByLabel('再次输入新密码').fill(NEW_PASSWORD);
    await form.getByRole('button', { name: '修改密码' }).click();
    await form.getByText('密码不对；重新输入').waitFor();
    await form.getByLabel('旧密码').fill(suyuan.passwords.planner ?? '');
    await form.getByRole('button', { name: '修改密码' }).click();
    await page.getByText('密码已修改；其他设备已退出登录').waitFor();
    expect((await api(suyuan.consoleUrl, otherToken).call('GET', '/getInfo')).code).toBe(401);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: '个人设置' }).waitFor();
    expect(await page.getByText('当前密码由他人设置').count()).toBe(0);
  });
});
