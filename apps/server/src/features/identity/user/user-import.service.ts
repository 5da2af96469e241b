import { type Resource, type User, UserRow, users } from '@suyuan/contract';
import { z } from 'zod';
import { inSavepoint } from '../../../platform/db/transaction.ts';
import type { Context } from '../../../platform/http/context.ts';
import { rowMessage } from '../../../platform/http/import-routes.ts';
import type { RowFault } from '../../../platform/http/imported-file.ts';
import { problemMessage } from '../../../platform/http/refusal.ts';
import type { SheetRow } from '../../../platform/http/spreadsheet.ts';
import { Problem } from '../../../platform/problem.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import * as passwordService from '../password/password.service.ts';
import * as sessionService from '../session/session.service.ts';
import * as queries from './user-record.queries.ts';
import { ensureEditable, ensureNotSelf, mapWriteErrors } from './user-record.service.ts';

/**
 * Users as a spreadsheet: RuoYi's columns, names instead of ids. The cast: a row differs from the record, but only words, path and rules
 * are used.
 */
export const userSheet = {
  ...users,
  input: UserRow,
  word: (field?: string) => (field ? `system.user.sheet.${field}` : 'system.user.sheet'),
} as unknown as Resource;

export const importColumns = ['deptId', 'userName', 'nickName', 'email', 'phonenumber', 'sex', 'status'];

/** Titles of the console's pages, also accepted on import. */
export const pageTitles = { userName: 'system.user.userName', nickName: 'system.user.nickName' } as const;

export const exportColumns = [
  'userId',
  'userName',
  'nickName',
  'email',
  'phonenumber',
  'sex',
  'status',
  'loginIp',
  'loginDate',
  'deptName',
  'leader',
];

/** A user as a flat row with department fields. */
export const toSheetRow = ({ dept: department, ...user }: User) => ({
  ...user,
  deptName: department?.deptName,
  leader: department?.leader,
});

/** Matches no password. The account is usable after a password reset. */
const NO_PASSWORD = '!';

interface ImportRow extends RowFault {
  userName: string;
  outcome: 'added' | 'updated' | 'refused';
}

type ExistingUser = Awaited<ReturnType<typeof queries.findConflicting>>[number];
interface Line extends ImportRow {
  input: UserRow;
  existing?: ExistingUser | undefined;
}

/**
 * Imports users by RuoYi's rule: good rows are stored even if others fail. The number of statements is constant. `dryRun` validates and
 * stores nothing.
 */
export async function importRows(ctx: Context, rows: SheetRow[], { update, dryRun }: { update: boolean; dryRun: boolean }) {
  const lines = rows.map((row) => read(ctx, row));
  await validateAll(ctx, lines, update);
  await inSavepoint(ctx.db, dryRun, () => write(ctx, lines));
  return answerOf(lines.map(({ row, message, userName, outcome }): ImportRow => ({ row, message, userName, outcome })));
}

function read(ctx: Context, { row, record }: SheetRow): Line {
  const parsed = UserRow.safeParse(record, { reportInput: true });
  const line = { row, userName: String(record.userName ?? '').slice(0, 50), message: '' };
  if (parsed.success) return { ...line, outcome: 'added', input: parsed.data };
  return { ...line, outcome: 'refused', input: { userName: '', nickName: '' }, message: rowMessage(ctx, userSheet, parsed.error.issues) };
}

/** Checks rows against existing users, visible departments and the other rows of the file. */
async function validateAll(ctx: Context, lines: Line[], update: boolean) {
  const validRows = lines.filter(({ outcome }) => outcome !== 'refused').map(({ input }) => input);
  if (validRows.length === 0) return;
  const names = validRows.map(({ userName }) => userName.toLowerCase());
  // until the rows are written, no other request may make one an administrator or move it out of scope
  if (update) await queries.lockByNames(ctx.db, names);
  const existingUsers = await queries.findConflicting(ctx.db, ctx.scope, {
    names,
    phones: validRows.flatMap(({ phonenumber }) => phonenumber || []),
    emails: validRows.flatMap(({ email }) => email?.toLowerCase() || []),
  });
  const deptIds = [...new Set(validRows.flatMap(({ deptId }) => deptId ?? []))];
  const departments = new Set(
    (deptIds.length > 0 ? await queries.visibleDepartments(ctx.db, ctx.scope, deptIds) : []).map(({ deptId }) => deptId),
  );
  const usersByName = new Map(existingUsers.map((user) => [user.name, user]));
  // owner of a phone number or address: a user, or an earlier row
  const phones = new Map<string, unknown>(existingUsers.map((user) => [user.phonenumber, user]));
  const emails = new Map<string, unknown>(existingUsers.map((user) => [user.address, user]));
  const seenNames = new Set<string>();

  for (const line of lines) {
    if (line.outcome === 'refused') continue;
    const { userName, phonenumber, email, deptId, status } = line.input;
    const name = userName.toLowerCase();
    try {
      const existing = usersByName.get(name);
      if (seenNames.has(name) || (existing && !update)) throw new Problem('userNameTaken', { userName });
      if (existing) {
        if (!existing.visible) throw new Problem('notFound');
        ensureEditable(ctx.actor, existing);
        if (status === '1') ensureNotSelf(ctx.actor, [existing.userId]);
      } else if (deptId ? !departments.has(deptId) : ctx.scope !== 'all') {
        throw new Problem('referenceNotFound', { title: 'system.user.sheet.deptId' });
      }
      const owner = existing ?? line;
      if (phonenumber && (phones.get(phonenumber) ?? owner) !== owner) throw new Problem('userPhoneTaken', { phonenumber });
      if (email && (emails.get(email.toLowerCase()) ?? owner) !== owner) throw new Problem('userEmailTaken', { email });
      if (phonenumber) phones.set(phonenumber, owner);
      if (email) emails.set(email.toLowerCase(), owner);
      seenNames.add(name);
      if (existing) Object.assign(line, { existing, outcome: 'updated' });
    } catch (error) {
      refuse(ctx, line, error);
    }
  }
}

async function write({ db, actor, ...ctx }: Context, lines: Line[]) {
  const newLines = lines.filter(({ outcome }) => outcome === 'added');
  if (newLines.length > 0) {
    const rows = newLines.map(({ input }) => input);
    const addedNames = new Set(await queries.insertMany(db, rows, { password: await initialPasswordHash(db), by: actor.userId }));
    for (const line of newLines)
      if (!addedNames.has(line.input.userName)) refuse(ctx, line, new Problem('userNameTaken', { userName: line.input.userName }));
  }
  const updates = lines.flatMap(({ input, existing }) => (existing ? { ...input, userId: existing.userId } : []));
  if (updates.length > 0) await mapWriteErrors({}, queries.updateMany(db, updates, actor.userId));
  const disabledIds = updates.filter(({ status }) => status === '1').map(({ userId }) => userId);
  if (disabledIds.length > 0) await sessionService.closeAll(db, disabledIds);
}

/** Hash of the configured initial password if it is acceptable, else `NO_PASSWORD`. */
async function initialPasswordHash(db: Context['db']): Promise<string> {
  const password = await settingService.get(db, 'sys.user.initPassword');
  return (await passwordService.isUsable(db, password)) ? passwordService.hash(password) : NO_PASSWORD;
}

function refuse(ctx: Pick<Context, 'language' | 't'>, line: Line, error: unknown) {
  if (!(error instanceof Problem)) throw error;
  Object.assign(line, { outcome: 'refused', message: problemMessage(ctx, error) });
}

/** Maximum lines of RuoYi's summary dialog. */
const LINES = 200;

export const ImportAnswer = z.object({
  count: z.int(),
  updated: z.int(),
  bad: z.int(),
  faults: z.array(z.object({ row: z.int(), message: z.string() })),
});
type ImportAnswer = z.output<typeof ImportAnswer>;

/** For RuoYi's summary. */
const rowsByAnswer = new WeakMap<ImportAnswer, ImportRow[]>();

function answerOf(rows: ImportRow[]): ImportAnswer {
  const refusedRows = rows.filter(({ outcome }) => outcome === 'refused');
  const bad = refusedRows.length;
  const updated = rows.filter(({ outcome }) => outcome === 'updated').length;
  const faults = refusedRows.slice(0, 1000).map(({ row, message }) => ({ row, message }));
  const answer = { count: rows.length - bad, updated, bad, faults };
  rowsByAnswer.set(answer, rows);
  return answer;
}

/**
 * RuoYi's summary, which its consoles render as HTML. They treat an answer with faults as a failure, even if the good rows were stored.
 * Our console shows the numbers.
 */
export function ruoyiMessage(ctx: Context, answer: ImportAnswer, { dryRun, keepGood }: { dryRun: boolean; keepGood: boolean }) {
  if (dryRun || keepGood) return {};
  const rows = rowsByAnswer.get(answer) ?? [];
  const { bad, count } = answer;
  const msg = bad > 0 ? ctx.t('system.user.importFailed', { bad, count }) : ctx.t('system.user.importedMsg', { count });
  const lines = summary(ctx, bad > 0 ? rows.filter(({ outcome }) => outcome === 'refused') : rows);
  return { code: bad > 0 ? 500 : 200, msg: [msg, ...lines].join('<br/>') };
}

function summary({ t }: Pick<Context, 't'>, rows: ImportRow[]): string[] {
  const keys = { added: 'system.user.importAdded', updated: 'system.user.importUpdated', refused: 'system.user.importRefused' } as const;
  const lines = rows.slice(0, LINES).map(({ outcome, userName, message }, index) => t(keys[outcome], { no: index + 1, userName, message }));
  return [...lines, ...(rows.length > LINES ? [t('system.user.importMore', { count: rows.length - LINES })] : [])].map(escapeHtml);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
