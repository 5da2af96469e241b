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
import { ensureOther, reachedOnce, validate } from './user-guard.ts';
import * as queries from './user-import.queries.ts';
import { visibleDepartments } from './user-record.queries.ts';
import { userSheet } from './user-sheet.ts';

/** Matches no password. The account is usable after a password reset. */
const NO_PASSWORD = '!';

export interface ImportRow extends RowFault {
  userName: string;
  outcome: 'added' | 'updated' | 'refused';
}

type Known = Awaited<ReturnType<typeof queries.namesakes>>[number];
interface Line extends ImportRow {
  input: UserRow;
  known?: Known | undefined;
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
  const good = lines.filter(({ outcome }) => outcome !== 'refused').map(({ input }) => input);
  if (good.length === 0) return;
  const present = await queries.namesakes(ctx.db, ctx.scope, {
    names: good.map(({ userName }) => userName.toLowerCase()),
    phones: good.flatMap(({ phonenumber }) => phonenumber || []),
    emails: good.flatMap(({ email }) => email?.toLowerCase() || []),
  });
  const deptIds = [...new Set(good.flatMap(({ deptId }) => deptId ?? []))];
  const departments = new Set((deptIds.length > 0 ? await visibleDepartments(ctx.db, ctx.scope, deptIds) : []).map(({ deptId }) => deptId));
  const names = new Map(present.map((user) => [user.name, user]));
  // owner of a phone number or address: a user, or an earlier row
  const phones = new Map<string, unknown>(present.map((user) => [user.phonenumber, user]));
  const emails = new Map<string, unknown>(present.map((user) => [user.address, user]));
  const named = new Set<string>();

  for (const line of lines) {
    if (line.outcome === 'refused') continue;
    const { userName, phonenumber, email, deptId, status } = line.input;
    const name = userName.toLowerCase();
    try {
      const known = names.get(name);
      if (named.has(name) || (known && !update)) throw new Problem('userNameTaken', { userName });
      if (known) {
        if (!known.seen) throw new Problem('notFound');
        validate(ctx.actor, known);
        if (status === '1') ensureOther(ctx.actor, [known.userId]);
      } else if (deptId ? !departments.has(deptId) : ctx.scope !== 'all') {
        throw new Problem('referenceNotFound', { title: 'system.user.sheet.deptId' });
      }
      const owner = known ?? line;
      if (phonenumber && (phones.get(phonenumber) ?? owner) !== owner) throw new Problem('userPhoneTaken', { phonenumber });
      if (email && (emails.get(email.toLowerCase()) ?? owner) !== owner) throw new Problem('userEmailTaken', { email });
      if (phonenumber) phones.set(phonenumber, owner);
      if (email) emails.set(email.toLowerCase(), owner);
      named.add(name);
      if (known) Object.assign(line, { known, outcome: 'updated' });
    } catch (error) {
      refuse(ctx, line, error);
    }
  }
}

async function write({ db, actor, ...ctx }: Context, lines: Line[]) {
  const adding = lines.filter(({ outcome }) => outcome === 'added');
  if (adding.length > 0) {
    const rows = adding.map(({ input }) => input);
    const added = new Set(await queries.insertMany(db, rows, { password: await firstPassword(db), by: actor.userId }));
    for (const line of adding)
      if (!added.has(line.input.userName)) refuse(ctx, line, new Problem('userNameTaken', { userName: line.input.userName }));
  }
  const updating = lines.flatMap(({ input, known }) => (known ? { ...input, userId: known.userId } : []));
  if (updating.length > 0) await reachedOnce({}, queries.updateMany(db, updating, actor.userId));
  const off = updating.filter(({ status }) => status === '1').map(({ userId }) => userId);
  if (off.length > 0) await sessionService.closeAll(db, off);
}

/** Hash of the configured initial password if it is acceptable, else `NO_PASSWORD`. */
async function firstPassword(db: Context['db']): Promise<string> {
  const password = await configService.get(db, 'sys.user.initPassword');
  return (await passwordService.isUsable(db, password)) ? passwordService.hash(password) : NO_PASSWORD;
}

function refuse(ctx: Pick<Context, 't'>, line: Line, error: unknown) {
  if (!(error instanceof Problem)) throw error;
  Object.assign(line, { outcome: 'refused', message: problemMessage(ctx, error) });
}
