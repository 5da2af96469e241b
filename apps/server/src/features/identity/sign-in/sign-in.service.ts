import { type ProblemName, type Register, type SignIn, UserName, type WordKey } from '@suyuan/contract';
import { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { isListed } from '../../../platform/http/address-list.ts';
import type { Context } from '../../../platform/http/context.ts';
import { InvalidInput, problemMessage } from '../../../platform/http/refusal.ts';
import { Problem } from '../../../platform/problem.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import * as signInLogService from '../../system/sign-in-log/sign-in-log.service.ts';
import * as captchaService from '../captcha/captcha.service.ts';
import * as passwordService from '../password/password.service.ts';
import * as deviceService from '../session/device.service.ts';
import * as sessionService from '../session/session.service.ts';
import * as userService from '../user/user.service.ts';
import { type Visitor, visitorOf } from './client-info.ts';
import * as queries from './sign-in.queries.ts';

/** The new session's token and, for a remembered browser, its next ticket. */
export interface OpenedSession {
  token: string;
  ticket?: string | undefined;
}

/**
 * Opens a session by password or ticket. Unknown name, wrong password and disabled account get the same answer after the same time. The
 * sign-in log records every outcome with its actual reason.
 * @param key idempotency key for retries
 * @throws captchaExpired, captchaWrong, credentialsWrong, ticketDead, ticketSpent, addressBlocked, accountLocked, deviceLocked
 */
export async function signIn(ctx: Context, input: SignIn, key: string): Promise<OpenedSession> {
  const { username, password, code, uuid, ticket } = input;
  const visitor = visitorOf(ctx);
  try {
    if (await captchaService.isEnabled(ctx.db)) await captchaService.redeem(ctx.installation, uuid, code);
    // Names that no account can have are not looked up; the log could not store them either.
    if (!username.trim() || !(password || ticket) || /\p{Cc}/u.test(username + password))
      throw new Problem('credentialsWrong', {}, { cause: 'account.passwordWrong' satisfies WordKey });
    await ensureAddressAllowed(ctx, visitor);
    const deviceId = ticket ? await deviceService.recognise(ctx.db, { userName: username.trim(), ticket, key }) : undefined;
    const outcome = await passwordService.tryPassword(ctx.db, { userName: username, deviceId }, () =>
      password ? openByPassword(ctx, visitor, input) : openByTicket(ctx, visitor, input, key),
    );
    if (outcome.right) return outcome.opened;
    throw new Problem(outcome.problem ?? 'credentialsWrong', {}, { cause: outcome.reason });
  } catch (error) {
    await recordRefusal(ctx, visitor, username, error);
    throw error;
  }
}

type Outcome = { right: true; opened: OpenedSession } | { right: false; reason: WordKey; problem?: ProblemName };

/** Checks name and password. If right, opens the session and records the sign-in in one transaction. */
async function openByPassword(ctx: Context, visitor: Visitor, input: SignIn): Promise<Outcome> {
  const user = await queries.findByName(ctx.db, input.username.trim());
  const { right, upgraded } = await passwordService.compare(input.password, user?.password);
  if (user && user.status !== '0') return { right: false, reason: 'problem.accountDisabled' };
  if (!user || !right) return { right: false, reason: 'account.passwordWrong' };
  return inTransaction(ctx.db, async (db) => {
    const hashes = { from: user.password, to: upgraded ?? user.password };
    const recorded = await queries.recordSignIn(db, user.userId, { ...hashes, loginIp: visitor.ipaddr });
    if (!recorded) return { right: false, reason: 'account.passwordWrong' };
    const holder = { userId: user.userId, ...visitor };
    if (input.ticket) await deviceService.retire(db, user.userId, input.ticket);
    const device = input.remember ? await deviceService.remember(db, holder) : undefined;
    const { token } = await sessionService.open(db, { ...holder, deviceId: device?.deviceId });
    await recordOpened(ctx, db, visitor, user.userName);
    return { right: true, opened: { token, ticket: device?.ticket } };
  });
}

/** Uses a ticket. The session inherits the time at which the password was entered on that browser. */
async function openByTicket(ctx: Context, visitor: Visitor, { username, ticket, remember }: SignIn, key: string): Promise<Outcome> {
  return inTransaction(ctx.db, async (db) => {
    const ticketResult = await deviceService.spend(db, { userName: username.trim(), ticket, key, client: visitor });
    if (ticketResult.kind !== 'taken') {
      const problem = ticketResult.kind === 'spent' ? 'ticketSpent' : 'ticketDead';
      return { right: false, problem, reason: `problem.${problem}` };
    }
    const { userId, userName, passwordTime } = ticketResult;
    if (!remember) await deviceService.remove(db, userId, ticketResult.deviceId);
    await queries.recordTicketSignIn(db, userId, visitor.ipaddr);
    const deviceId = remember ? ticketResult.deviceId : undefined;
    const { token } = await sessionService.open(db, { userId, ...visitor, deviceId, confirmTime: passwordTime });
    await recordOpened(ctx, db, visitor, userName);
    return { right: true, opened: { token, ticket: remember ? ticketResult.ticket : undefined } };
  });
}

const recordOpened = (ctx: Context, db: Db, visitor: Visitor, userName: string) =>
  signInLogService.record(db, { ...visitor, userName, status: '0', msg: logMessage(ctx, 'account.signedIn') });

/** @throws addressBlocked */
async function ensureAddressAllowed({ db }: Context, { ipaddr }: Visitor): Promise<void> {
  if (isListed(ipaddr, await settingService.get(db, settingService.ADDRESS_BLACKLIST))) throw new Problem('addressBlocked');
}

/** Log messages are always in Chinese. */
const logMessage = ({ installation }: Context, key: WordKey) => installation.translate['zh-CN'](key);

async function recordRefusal(ctx: Context, visitor: Visitor, userName: string, error: unknown): Promise<void> {
  if (!(error instanceof Problem)) return;
  const reason = typeof error.cause === 'string' ? logMessage(ctx, error.cause as WordKey) : undefined;
  const msg = reason ?? problemMessage({ language: 'zh-CN', t: ctx.installation.translate['zh-CN'] }, error);
  await signInLogService.record(ctx.db, { ...visitor, userName, status: '1', msg });
}

/** Ends the session of `token`, if it is live. */
export async function signOut(ctx: Context, token: string): Promise<void> {
  const session = token ? await sessionService.close(ctx.db, token) : undefined;
  if (!session) return;
  await signInLogService.record(ctx.db, {
    ...visitorOf(ctx),
    userName: session.userName,
    status: '0',
    msg: logMessage(ctx, 'account.signedOut'),
  });
}

/**
 * Registers an account without roles or department, if the setting allows it. The sign-in log records refusals, except that registration is
 * closed.
 * @throws registerClosed, captchaExpired, captchaWrong, addressBlocked, passwordWeak, passwordClassWrong, userNameTaken
 */
export async function register(ctx: Context, input: Register): Promise<void> {
  if ((await settingService.get(ctx.db, 'sys.account.registerUser')) !== 'true') throw new Problem('registerClosed');
  const visitor = visitorOf(ctx);
  try {
    await addAccount(ctx, visitor, input);
  } catch (error) {
    await recordRefusal(ctx, visitor, input.username, error);
    throw error;
  }
}

async function addAccount(ctx: Context, visitor: Visitor, { username, password, code, uuid }: Register): Promise<void> {
  if (await captchaService.isEnabled(ctx.db)) await captchaService.redeem(ctx.installation, uuid, code);
  await ensureAddressAllowed(ctx, visitor);
  const parsed = z.object({ username: UserName }).safeParse({ username }, { reportInput: true });
  if (!parsed.success) throw new InvalidInput(parsed.error.issues);
  const userName = parsed.data.username;
  await passwordService.ensureStrong(ctx.db, password, { userName, field: 'password' });
  await inTransaction(ctx.db, async (db) => {
    await userService.addRegistered(db, { userName, password });
    await signInLogService.record(db, { ...visitor, userName, status: '0', msg: logMessage(ctx, 'account.registered') });
  });
}
