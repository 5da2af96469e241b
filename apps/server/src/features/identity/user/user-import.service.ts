import { UserRow } from '@suyuan/contract';
import { inSavepoint } from '../../../platform/db/transaction.ts';
import type { Context } from '../../../platform/http/context.ts';
import { problemMessage } from '../../../platform/http/envelope.ts';
import { rowMessage } from '../../../platform/http/import-routes.ts';
import type { RowFault } from '../../../platform/http/imported-file.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { SheetRow } from '../../../platform/http/spreadsheet.ts';
import * as configService from '../../system/setting/setting.service.ts';
import * as passwordService from '../password/password.service.ts';
import * as sessionService from '../session/session.service.ts';
import { ensureNotSelf, mapContactErrors, ensureEditable } from './user-guard.ts';
import * as queries from './user-import.queries.ts';
import { visibleDepartments } from './user-record.queries.ts';
import { userSheet } from './user-sheet.ts';

/** Matches no password. The account is usable after a password reset. */
const NO_PASSWORD = '!';

export interface ImportRow extends RowFault {
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
 * @throws fileWithoutRows
 */
export async function importRows(ctx: Context, rows: SheetRow[], { update, dryRun }: { update: boolean; dryRun: boolean }) {
  if (rows.length === 0) throw new Problem('fileWithoutRows');
  const lines = rows.map((row) => read(ctx, row));
  await validateAll(ctx, lines, update);
  await inSavepoint(ctx.db, dryRun, () => write(ctx, lines));
  return lines.map(({ row, message, userName, outcome }): ImportRow => ({ row, message, userName, outcome }));
}

function read(ctx: Context, { row, record }: SheetRow): Line {
  const parsed = UserRow.safeParse(record, { reportInput: true });
  const line = { row, userName: String(record.userName ?? '').slice(0, 50), message: '' };
  if (parsed.success) return { ...line, outcome: 'added', input: parsed.data };
  return {
    ...line,
    outcome: 'refused',
    input: { userName: '', nickName: '' },
    message: rowMessage(ctx, userSheet, parsed.error.issues),
  };
}

/** Checks rows against existing users, visible departments and the other rows of the file. */
async function validateAll(ctx: Context, lines: Line[], update: boolean) {
  const validRows = lines.filter(({ outcome }) => outcome !== 'refused').map(({ input }) => input);
  if (validRows.length === 0) return;
  const existingUsers = await queries.findConflicting(ctx.db, ctx.scope, {
    names: validRows.map(({ userName }) => userName.toLowerCase()),
    phones: validRows.flatMap(({ phonenumber }) => phonenumber || []),
    emails: validRows.flatMap(({ email }) => email?.toLowerCase() || []),
  });
  const deptIds = [...new Set(validRows.flatMap(({ deptId }) => deptId ?? []))];
  const departments = new Set((deptIds.length > 0 ? await visibleDepartments(ctx.db, ctx.scope, deptIds) : []).map(({ deptId }) => deptId));
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
        if (!existing.seen) throw new Problem('notFound');
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
      if (existing) Object.assign(line, { known: existing, outcome: 'updated' });
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
  if (updates.length > 0) await mapContactErrors({}, queries.updateMany(db, updates, actor.userId));
  const disabledIds = updates.filter(({ status }) => status === '1').map(({ userId }) => userId);
  if (disabledIds.length > 0) await sessionService.closeAll(db, disabledIds);
}

/** Hash of the configured initial password if it is acceptable, else `NO_PASSWORD`. */
async function initialPasswordHash(db: Context['db']): Promise<string> {
  const password = await configService.get(db, 'sys.user.initPassword');
  return (await passwordService.isUsable(db, password)) ? passwordService.hash(password) : NO_PASSWORD;
}

function refuse(ctx: Pick<Context, 't'>, line: Line, error: unknown) {
  if (!(error instanceof Problem)) throw error;
  Object.assign(line, { outcome: 'refused', message: problemMessage(ctx, error) });
}
