import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { audited, f } from '../core/field-kinds.ts';
import { defineResource } from '../core/resource.ts';
import { findingAudiences } from '../scans/verification.ts';

export type ConfigKind =
  | { kind: 'switch' }
  | { kind: 'whole'; min: number; max: number }
  | { kind: 'choice'; choices: readonly string[] }
  /** Any subset, separated by commas. */
  | { kind: 'several'; choices: readonly string[] }
  /** Single line, possibly empty. */
  | { kind: 'line'; max: number }
  /** IP addresses in RuoYi notation, separated by `;`: exact, with `*` for complete parts, or a range. */
  | { kind: 'addresses' }
  /** Write-only text. It is masked in responses, and an edit with the mask leaves it unchanged. */
  | { kind: 'secret' };

const whole = (min: number, max: number): ConfigKind => ({ kind: 'whole', min, max });
const line = (max: number): ConfigKind => ({ kind: 'line', max });
const choice = (...choices: string[]): ConfigKind => ({ kind: 'choice', choices });
const several = (...choices: string[]): ConfigKind => ({ kind: 'several', choices });
const flip: ConfigKind = { kind: 'switch' };

/** Settings that the server reads, in the groups and the order of the page. */
const declaredSettings = {
  security: {
    'sys.account.captchaEnabled': flip,
    'sys.account.registerUser': flip,
    'suyuan.lock.failures': whole(1, 100),
    'suyuan.lock.minutes': whole(1, 1440),
    'suyuan.session.idleMinutes': whole(1, 10_080),
    'suyuan.device.days': whole(0, 90),
    'sys.login.blackIPList': { kind: 'addresses' },
    'suyuan.password.minLength': whole(8, 64),
    'sys.account.chrtype': choice('0', '1', '2', '3', '4'),
    'sys.account.passwordValidateDays': whole(0, 364),
    'sys.account.initPasswordModify': choice('0', '1'),
    'sys.user.initPassword': line(100),
  },
  verification: {
    'suyuan.scan.sessionMinutes': whole(1, 1440),
    'suyuan.scan.repeatedFrom': whole(2, 1000),
    'suyuan.scan.suspectFrom': whole(2, 10_000),
    'suyuan.scan.unknownPerMinute': whole(1, 10_000),
    'suyuan.scan.speedRule': choice(...findingAudiences),
    'suyuan.scan.speedKmh': whole(1, 100_000),
    'suyuan.scan.speedKm': whole(1, 5000),
    'suyuan.scan.regionRule': choice(...findingAudiences),
    'suyuan.scan.addressGrain': choice('province', 'city'),
    'suyuan.scan.keepAddressDays': whole(0, 3650),
    'suyuan.scan.keepMonths': whole(0, 1200),
  },
  cases: {
    'suyuan.case.diversionUnits': whole(1, 1000),
    'suyuan.case.diversionDays': whole(1, 365),
    'suyuan.case.quietDays': whole(1, 3650),
    'suyuan.case.autoBlock': flip,
    'suyuan.case.blockFromSessions': whole(0, 100_000),
    'suyuan.case.noticeReasons': several('suspect', 'diversion', 'leak', 'pin', 'report'),
  },
  monitoring: {
    'suyuan.expiry.days': whole(1, 365),
    'suyuan.monitor.cpuPercent': whole(0, 100),
    'suyuan.monitor.memoryPercent': whole(0, 100),
    'suyuan.monitor.diskPercent': whole(0, 100),
    'suyuan.monitor.loopMilliseconds': whole(0, 60_000),
  },
  appearance: {
    'suyuan.footer.company': line(100),
    'suyuan.footer.icp': line(100),
    'sys.index.sideTheme': choice('theme-dark', 'theme-light'),
    'sys.index.skinName': choice('skin-blue', 'skin-green', 'skin-purple', 'skin-red', 'skin-yellow'),
  },
  files: {
    'suyuan.upload.userMegabytes': whole(0, 10_000_000),
    'suyuan.upload.totalGigabytes': whole(0, 1_000_000),
  },
} as const satisfies Record<string, Record<string, ConfigKind>>;

export type SettingGroup = keyof typeof declaredSettings;

// The cast restores the names, which `Object.entries` loses.
export const settingGroups = Object.entries(declaredSettings).map(([group, kinds]) => ({
  group: group as SettingGroup,
  configKeys: Object.keys(kinds),
}));

export const configKinds: Partial<Record<string, ConfigKind>> = Object.assign({}, ...Object.values(declaredSettings));

const SECRET_NAME = /(password|passwd|secret|token|api_?key|access_?key|private_?key|credential)$/i;

export const SETTING_KEY = /^[A-Za-z][\w.:-]*$/;

/** Logs and commands must mask the value of a secret. */
export const namesSecret = (configKey: string): boolean => SECRET_NAME.test(configKey);

/** Custom settings accept any line, or a secret if the name indicates one. */
export const configKindOf = (configKey: string): ConfigKind =>
  configKinds[configKey] ?? (namesSecret(configKey) ? { kind: 'secret' } : line(500));

export const SECRET_MASK = '******';

/** The key determines the allowed values. May be empty. */
const ConfigValue = z.preprocess(
  (value) => (value === null ? '' : typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
  z.string().max(4000),
);

export const settings = defineResource({
  domain: 'system',
  name: 'config',
  key: 'configId',
  rest: 'settings',
  log: '参数管理',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export'],
  fields: {
    configName: f.text(100),
    configKey: f.code(100, SETTING_KEY).unique('configKeyTaken'),
    configValue: f.of('text', ConfigValue).omittable(),
    /** `Y`: built in, cannot be removed or renamed. */
    configType: f.choice(['Y', 'N']).absentIfBlank().initially('N'),
    remark: f.lines(500).optional(),
    ...audited,
    /** Null: created by the installation. */
    createBy: audited.createBy.optional(),
  },
  filters: ['configName', 'configKey', 'configType', 'created'],
  sortable: ['configName', 'configKey', 'createTime'],
  columns: ['configName', 'configValue', 'configKey', 'configType', 'remark', 'updateTime'],
  hiddenColumns: ['updateTime'],
  form: ['configName', 'configKey', 'configValue', 'configType', 'remark'],
  wire: {},
});

export const Config = settings.record;

/** RuoYi reads the value from `msg`, our console from `data`. */
export const settingValue = defineEndpoint(settings, 'GET /configKey/:key', {
  access: 'signedIn',
  rest: 'GET /settings/by-key/:key',
  params: { key: z.string().max(200) },
  data: z.string(),
  envelope: { msg: z.string() },
});
export const refreshSettings = defineEndpoint(settings, 'DELETE /refreshCache', { permission: 'remove', rest: false, log: 'clear' });
