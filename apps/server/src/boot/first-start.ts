import { loadSample } from '../features/devtools/sample/sample.service.ts';
import { generatedPassword } from '../features/identity/user/generated-password.ts';
import * as userService from '../features/identity/user/user.service.ts';
import * as configService from '../features/system/setting/setting.service.ts';
import { exclusively } from '../platform/db/exclusive.ts';
import { findFact, noteFact } from '../platform/db/fact.ts';
import type { Installation } from '../platform/http/installation.ts';
import { sentence } from '../platform/refusal.ts';

interface FirstValues {
  /** First password of the administrator; undefined: generated. */
  adminPassword?: string | undefined;
  sampleData: boolean;
  captchaEnabled?: boolean | undefined;
  registerEnabled?: boolean | undefined;
}

/** Idempotent and exclusive between processes, so every start runs it. Returns the generated passwords, which are printed once. */
export function firstStart(installation: Installation, first: FirstValues): Promise<userService.NewAccount[]> {
  return exclusively(installation.db, 'first-start', async () => {
    // The administrator comes last: a start that fails earlier must not lose a generated password.
    const accounts = first.sampleData ? await sample(installation) : [];
    return [...(await administrator(installation, first)), ...accounts];
  });
}

async function administrator({ db }: Installation, { adminPassword, captchaEnabled, registerEnabled }: FirstValues) {
  if (await userService.hasAdmin(db)) return [];
  if (captchaEnabled !== undefined) await configService.set(db, 'sys.account.captchaEnabled', String(captchaEnabled));
  if (registerEnabled !== undefined) await configService.set(db, 'sys.account.registerUser', String(registerEnabled));
  const password = adminPassword ?? generatedPassword();
  const admin = { userId: 1, userName: 'admin', nickName: '管理员', roleKey: 'admin', sample: false };
  const added = await userService.addMissing(db, { ...admin, password });
  return added && adminPassword === undefined ? [{ userName: admin.userName, password }] : [];
}

const sampleAccounts = {
  planner: { userName: 'planner', nickName: '周计划', roleKey: 'planner', sample: true },
  approver: { userName: 'approver', nickName: '沈审批', roleKey: 'approver', sample: true },
} as const;

/** The sample is created once. A later start does not recreate what was removed. */
async function sample(installation: Installation): Promise<userService.NewAccount[]> {
  const { db } = installation;
  if (await findFact(db, 'sample')) return [];
  const planner = await account(db, 'planner');
  const approver = await account(db, 'approver');
  if (!planner || !approver) return [];
  await loadSample(installation, { planner: planner.userId, approver: approver.userId });
  await noteFact(db, 'sample', 'loaded');
  return [planner, approver].map(({ userName, password }) => ({ userName, password }));
}

/**
 * A sample account with a new password; undefined if a user's account has the name. An existing one comes from an interrupted start, so its
 * password is unknown.
 */
async function account(db: Installation['db'], name: keyof typeof sampleAccounts) {
  const password = generatedPassword();
  const user = { ...sampleAccounts[name], password };
  const userId = (await userService.addMissing(db, user)) ?? (await userService.renewSample(db, user.userName, password));
  return userId === undefined ? undefined : { userId, userName: user.userName, password };
}

const firstSettings = [
  ['captchaEnabled', 'CAPTCHA_ENABLED', 'sys.account.captchaEnabled'],
  ['registerEnabled', 'REGISTER_ENABLED', 'sys.account.registerUser'],
] as const;

/** Warns when a variable contradicts its setting: the setting wins. */
export async function printFirstValues(installation: Installation, first: Pick<FirstValues, (typeof firstSettings)[number][0]>) {
  const now = await configService.publicSettings(installation);
  const says = (on: boolean) => (on ? 'on' : 'off');
  for (const [name, variable, configKey] of firstSettings) {
    const given = first[name];
    if (given === undefined || given === now[name]) continue;
    console.error(
      sentence(
        `环境变量 ${variable}=${says(given)} 只是首次启动的初值，现在由参数设置里的 ${configKey} 决定，它是 ${says(now[name])}；要改就在“系统管理”的“参数设置”里改`,
        `${variable}=${says(given)} is a first value alone: the setting ${configKey} decides, which is ${says(now[name])}; change it on the page Settings of the console`,
      ),
    );
  }
}
