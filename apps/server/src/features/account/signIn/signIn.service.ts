import { type SignIn, UserName, type WordKey } from '@suyuan/contract';
import { z } from 'zod';
import { inTransaction } from '../../../db/transaction.ts';
import type { Context } from '../../../http/context.ts';
import { InvalidInput, problemMessage } from '../../../http/envelope.ts';
import { Problem } from '../../../http/problem.ts';
import * as logininforService from '../../monitor/logininfor/logininfor.service.ts';
import * as configService from '../../system/config/config.service.ts';
import * as userService from '../../system/user/user.service.ts';
import * as captchaService from '../captcha/captcha.service.ts';
import * as passwordService from '../password/password.service.ts';
import * as sessionService from '../session/session.service.ts';
import { isListed } from './address.ts';
import * as queries from './signIn.queries.ts';
import { type Visitor, visitorOf } from './visitor.ts';

/**
 * Opens a session and answers its token. Unknown name, wrong password and disabled account get one answer after the same time.
 * Every outcome is a row of the sign-in log, which alone says which of them it was.
 * @throws captchaExpired, captchaWrong, credentialsWrong, addressBlocked, accountLocked
 */
export async function signIn(ctx: Context, { username, password, code, uuid }: SignIn): Promise<string> {
  const visitor = visitorOf(ctx);
  const refused = (error: unknown) => noteRefusal(ctx, visitor, username, error);
  try {
    if (await captchaService.enabled(ctx.db)) await captchaService.redeem(ctx.installation, uuid, code);
    // A name that no account can have is not looked for; it could not be stored either.
    if (!username.trim() || !password || /\p{Cc}/u.test(username + password)) throw new Problem('credentialsWrong');
    await ensureAddress(ctx, visitor);
    const outcome = await passwordService.tryPassword(ctx.db, username, () => compareAndOpen(ctx, visitor, username.trim(), password));
    if (outcome.right) return outcome.token;
    throw new Problem('credentialsWrong', {}, { cause: outcome.reason });
  } catch (error) {
    await refused(error);
    throw error;
  }
}

type Outcome = { right: true; token: string } | { right: false; reason: WordKey };

/** Judges a name and a password; when they are right, opens the session in one transaction with what is noted about it. */
async function compareAndOpen(ctx: Context, visitor: Visitor, userName: string, password: string): Promise<Outcome> {
  const user = await queries.findByName(ctx.db, userName);
  const { right, upgraded } = await passwordService.compare(password, user?.password);
  if (user && user.status !== '0') return { right: false, reason: 'problem.accountDisabled' };
  if (!user || !right) return { right: false, reason: 'problem.credentialsWrong' };
  return inTransaction(ctx.db, async (db) => {
    const hashes = { from: user.password, to: upgraded ?? user.password };
    const noted = await queries.noteSignIn(db, user.userId, { ...hashes, loginIp: visitor.ipaddr });
    if (!noted) return { right: false, reason: 'problem.credentialsWrong' };
    const { token } = await sessionService.open(db, { userId: user.userId, ...visitor });
    await logininforService.record(db, { ...visitor, userName: user.userName, status: '0', msg: said(ctx, 'account.signedIn') });
    return { right: true, token };
  });
}

/** @throws addressBlocked */
async function ensureAddress({ db }: Context, { ipaddr }: Visitor): Promise<void> {
  if (isListed(ipaddr, await configService.get(db, 'sys.login.blackIPList'))) throw new Problem('addressBlocked');
}

/** The log is kept in Chinese, whatever language the visitor speaks. */
const said = ({ installation }: Context, key: WordKey) => installation.translate['zh-CN'](key);

async function noteRefusal(ctx: Context, visitor: Visitor, userName: string, error: unknown): Promise<void> {
  if (!(error instanceof Problem)) return;
  const reason = typeof error.cause === 'string' ? said(ctx, error.cause as WordKey) : undefined;
  const msg = reason ?? problemMessage({ t: ctx.installation.translate['zh-CN'] }, error);
  await logininforService.record(ctx.db, { ...visitor, userName, status: '1', msg });
}

/** Ends the session of `token`; one that is over already is none. */
export async function signOut(ctx: Context, token: string): Promise<void> {
  const ended = token ? await sessionService.close(ctx.db, token) : undefined;
  if (!ended) return;
  await logininforService.record(ctx.db, { ...visitorOf(ctx), userName: ended.userName, status: '0', msg: said(ctx, 'account.signedOut') });
}

/**
 * Opens an account for a visitor, without a role and without a department, while the setting allows it.
 * @throws registerClosed, captchaExpired, captchaWrong, addressBlocked, passwordWeak, userNameTaken
 */
export async function register(ctx: Context, { username, password, code, uuid }: SignIn): Promise<void> {
  const visitor = visitorOf(ctx);
  if ((await configService.get(ctx.db, 'sys.account.registerUser')) !== 'true') throw new Problem('registerClosed');
  if (await captchaService.enabled(ctx.db)) await captchaService.redeem(ctx.installation, uuid, code);
  await ensureAddress(ctx, visitor);
  const named = z.object({ username: UserName }).safeParse({ username }, { reportInput: true });
  if (!named.success) throw new InvalidInput(named.error.issues);
  const userName = named.data.username;
  await passwordService.ensureStrong(ctx.db, password, userName);
  await inTransaction(ctx.db, async (db) => {
    await userService.addRegistered(db, { userName, password });
    await logininforService.record(db, { ...visitor, userName, status: '0', msg: said(ctx, 'account.registered') });
  });
}
