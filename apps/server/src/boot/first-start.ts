import type { Language } from '@suyuan/contract';
import { accountNames, englishNotices, loadSample } from '../features/devtools/sample/sample.service.ts';
import * as userService from '../features/identity/user/user.service.ts';
import * as noticeService from '../features/system/notice/notice.service.ts';
import * as settingService from '../features/system/setting/setting.service.ts';
import { withAdvisoryLock } from '../platform/db/advisory-lock.ts';
import type { Db } from '../platform/db/db.ts';
import { findInstallationValue, recordInstallationValue } from '../platform/db/installation-value.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Installation } from '../platform/http/installation.ts';
import { sentence } from '../platform/operator-error.ts';
import type { Environment } from './environment.ts';

/** A generated password, printed once. */
interface FirstPassword {
  userName: string;
  password: string;
}

interface BannerContent {
  role: Environment['role'];
  sites: { variable: 'PORT' | 'PUBLIC_PORT' | 'HEALTH_PORT'; address: string }[];
  passwords: FirstPassword[];
}

const titles = { PORT: '控制台 Console         ', PUBLIC_PORT: '验证页 Verification    ', HEALTH_PORT: '健康与指标 Health      ' };

export function banner({ role, sites, passwords }: BannerContent): string {
  return [
    '',
    '  溯源防伪系统已就绪 / Suyuan is ready',
    '',
    ...sites.map(({ variable, address }) => `  ${titles[variable]}   ${address}`),
    ...(role === 'worker' ? ['  后台任务 Background work'] : []),
    '',
    ...(passwords.length > 0 ? [passwordLines(passwords)] : []),
    '  按 Ctrl+C 停止 / Ctrl+C stops it',
    '',
  ].join('\n');
}

export function passwordLines(passwords: readonly FirstPassword[]): string {
  const width = Math.max(...passwords.map(({ userName }) => userName.length));
  return [
    '  首次启动生成的密码，只显示这一次，登录后修改 / First passwords, shown only once; change them after signing in',
    ...passwords.map(({ userName, password }) => `    ${userName.padEnd(width)}   ${password}`),
    '',
  ].join('\n');
}

interface InitialValues {
  /** First password of the administrator; undefined: generated. */
  adminPassword?: string | undefined;
  sampleData: boolean;
  /** Absent: Chinese, as stored by the migrations. */
  firstLanguage?: Language;
  captchaEnabled?: boolean | undefined;
  registerEnabled?: boolean | undefined;
}

/** Idempotent and exclusive between processes, so every start runs it. Returns the generated passwords, which are printed once. */
export function firstStart(installation: Installation, initial: InitialValues): Promise<userService.NewAccount[]> {
  return withAdvisoryLock(installation.db, 'first-start', async () => {
    const { db } = installation;
    const accounts = initial.sampleData ? await loadFirstSample(installation, initial.firstLanguage) : [];
    const isNew = !(await userService.hasAdmin(db));
    if (isNew) await setFirstValues(db, initial);
    // together and last: a start that fails before has lost no password, because the next one generates it again
    return inTransaction(db, async (tx) => {
      if (accounts.length > 0) await recordInstallationValue(tx, 'sample', 'loaded');
      return [...(isNew ? await createAdministrator(tx, initial) : []), ...accounts];
    });
  });
}

async function setFirstValues(db: Db, { captchaEnabled, registerEnabled, firstLanguage }: InitialValues) {
  if (captchaEnabled !== undefined) await settingService.set(db, 'sys.account.captchaEnabled', String(captchaEnabled));
  if (registerEnabled !== undefined) await settingService.set(db, 'sys.account.registerUser', String(registerEnabled));
  if (firstLanguage === 'en-US') await noticeService.setTexts(db, englishNotices);
}

async function createAdministrator(db: Db, { adminPassword, firstLanguage = 'zh-CN' }: InitialValues) {
  const password = adminPassword ?? userService.generatePassword();
  const admin = { userId: 1, userName: 'admin', nickName: accountNames(firstLanguage).admin, roleKey: 'admin', sample: false };
  const added = await userService.addMissing(db, { ...admin, password });
  return added && adminPassword === undefined ? [{ userName: admin.userName, password }] : [];
}

/** Empty where the sample has been loaded once: a later start does not recreate what was removed. */
async function loadFirstSample(installation: Installation, language: Language = 'zh-CN'): Promise<userService.NewAccount[]> {
  const { db } = installation;
  if (await findInstallationValue(db, 'sample')) return [];
  const planner = await createSampleAccount(db, 'planner', language);
  const approver = await createSampleAccount(db, 'approver', language);
  if (!planner || !approver) return [];
  await loadSample(installation, language, { planner: planner.userId, approver: approver.userId });
  return [planner, approver].map(({ userName, password }) => ({ userName, password }));
}

/**
 * A sample account with a new password; undefined if a user's account has the name. An existing one comes from an interrupted start, so its
 * password is unknown.
 */
async function createSampleAccount(db: Installation['db'], name: 'planner' | 'approver', language: Language) {
  const password = userService.generatePassword();
  const user = { userName: name, nickName: accountNames(language)[name], roleKey: name, sample: true, password };
  const userId = (await userService.addMissing(db, user)) ?? (await userService.renewSample(db, user.userName, password));
  return userId === undefined ? undefined : { userId, userName: user.userName, password };
}

const initialSettings = [
  ['captchaEnabled', 'CAPTCHA_ENABLED', 'sys.account.captchaEnabled'],
  ['registerEnabled', 'REGISTER_ENABLED', 'sys.account.registerUser'],
] as const;

/** Warns when a variable contradicts its setting: the setting wins. */
export async function warnAboutInitialValues(
  installation: Installation,
  initial: Pick<InitialValues, (typeof initialSettings)[number][0]>,
) {
  const now = await settingService.publicSettings(installation);
  const onOff = (on: boolean) => (on ? 'on' : 'off');
  for (const [name, variable, configKey] of initialSettings) {
    const value = initial[name];
    if (value === undefined || value === now[name]) continue;
    console.error(
      sentence(
        `环境变量 ${variable}=${onOff(value)} 只是首次启动的初值，现在由参数设置里的 ${configKey} 决定，它是 ${onOff(now[name])}；要改就在“系统管理”的“参数设置”里改`,
        `${variable}=${onOff(value)} is a first value alone: the setting ${configKey} decides, which is ${onOff(now[name])}; change it on the page Settings of the console`,
      ),
    );
  }
}
