import { z } from 'zod';

interface Kind {
  schema: z.ZodType<string>;
  /** What it may hold, said without words so that both languages share it. */
  expected: string;
}

const whole = (min: number, max: number): Kind => ({
  schema: z
    .string()
    .regex(/^\d{1,9}$/)
    .refine((value) => Number(value) >= min && Number(value) <= max),
  expected: `${min}–${max}`,
});
const line = (max: number): Kind => ({
  schema: z
    .string()
    .max(max)
    .regex(/^\P{Cc}*$/u),
  expected: `0–${max} ×「字 / character」`,
});
const choice = (...choices: string[]): Kind => ({
  schema: z.string().refine((value) => choices.includes(value)),
  expected: choices.join(' / '),
});

/** Addresses as the family lists them: exact, with `*` for whole parts, or a range, separated by `;`. */
const addresses: Kind = {
  schema: z
    .string()
    .max(4000)
    .regex(/^[\d.:a-fA-F*\-;\s]*$/),
  expected: '10.0.0.7; 10.1.*; 10.2.0.1-10.2.0.9',
};

/** Every setting that this server reads, and what it may hold. Settings that staff invent hold any line of text. */
export const kinds: Partial<Record<string, Kind>> = {
  'sys.index.skinName': line(100),
  'sys.index.sideTheme': choice('theme-dark', 'theme-light'),
  'sys.account.captchaEnabled': choice('true', 'false'),
  'sys.account.registerUser': choice('true', 'false'),
  'sys.login.blackIPList': addresses,
  'sys.account.initPasswordModify': choice('0', '1'),
  'sys.account.passwordValidateDays': whole(0, 364),
  'sys.account.chrtype': choice('0', '1', '2', '3', '4'),
  'suyuan.password.minLength': whole(8, 64),
  'suyuan.session.idleMinutes': whole(1, 10_080),
  'suyuan.device.days': whole(0, 90),
  'suyuan.lock.failures': whole(1, 100),
  'suyuan.lock.minutes': whole(1, 1440),
  'suyuan.scan.sessionMinutes': whole(1, 1440),
  'suyuan.scan.repeatedFrom': whole(2, 1000),
  'suyuan.scan.suspectFrom': whole(2, 10_000),
  'suyuan.scan.unknownPerMinute': whole(1, 10_000),
  'suyuan.footer.company': line(100),
  'suyuan.footer.icp': line(100),
};

/** A setting that staff invented. */
export const ANY_LINE = line(500);
