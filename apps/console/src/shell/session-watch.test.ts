import { afterEach, describe, expect, it, vi } from 'vitest';
import { watchSession } from './session-watch.ts';

const request = vi.hoisted(() => ({ fetchEnvelope: vi.fn(async () => ({})) }));
vi.mock('../data/request.ts', () => request);
const notices = vi.hoisted(() => ({ shellServices: { notifySessionExpired: vi.fn() } }));
vi.mock('../data/shell-services.ts', () => notices);
vi.mock('../data/token.ts', () => ({ readToken: () => 'a-token' }));
const remembered = vi.hoisted(() => ({ clearTicket: vi.fn() }));
vi.mock('../sign-in/remembered.ts', () => remembered);
const own = vi.hoisted(() => ({ isSigningOut: vi.fn(() => false), isSessionReplaced: vi.fn(() => false) }));
vi.mock('./page-session.ts', () => own);

/** A page with controllable visibility, and a server whose responses the test triggers. */
function page() {
  vi.useFakeTimers();
  const answers: { answer(code: number, status?: number, more?: object): Promise<void>; html(): Promise<void>; signal: AbortSignal }[] = [];
  let onVisibilityChange: () => void = () => {};
  const documentMock = {
    hidden: false,
    addEventListener: (_: string, listener: () => void) => (onVisibilityChange = listener),
    removeEventListener: () => {},
  };
  vi.stubGlobal('document', documentMock);
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal.addEventListener('abort', () => reject(new DOMException('left', 'AbortError')));
    answers.push({
      signal,
      async answer(code, status = 200, more = {}) {
        resolve(Response.json({ code, ...more }, { status }));
        await vi.advanceTimersByTimeAsync(0);
      },
      async html() {
        resolve(new Response('<html>', { headers: { 'content-type': 'text/html' } }));
        await vi.advanceTimersByTimeAsync(0);
      },
    });
    return promise;
  });
  return {
    answers,
    async show(hidden: boolean) {
      documentMock.hidden = hidden;
      onVisibilityChange();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

describe('session watch', () => {
  let end = () => {};
  afterEach(() => {
    end();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    request.fetchEnvelope.mockClear();
    remembered.clearTicket.mockClear();
  });

  it('polls one request at a time, repeats it after each answer, and reports an expired session', async () => {
    const { answers } = page();
    end = watchSession();
    expect(answers).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(answers).toHaveLength(1);
    await answers[0]?.answer(200);
    expect(answers).toHaveLength(2);
    await answers[1]?.answer(401);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(answers).toHaveLength(2);
    expect(request.fetchEnvelope).toHaveBeenCalledExactlyOnceWith('GET', '/account/session/watch');
  });

  it('shows a reason only when the account was disabled', async () => {
    const { answers } = page();
    end = watchSession();
    await vi.advanceTimersByTimeAsync(5000);
    await answers[0]?.answer(401, 200, { problem: 'notSignedIn', msg: '未登录' });
    expect(notices.shellServices.notifySessionExpired).not.toHaveBeenCalled();
    end();
    end = watchSession();
    await vi.advanceTimersByTimeAsync(5000);
    await answers[1]?.answer(401, 200, { problem: 'accountClosed', msg: '账号已被停用' });
    expect(notices.shellServices.notifySessionExpired).toHaveBeenCalledExactlyOnceWith('账号已被停用');
  });

  it.each([
    [{ problem: 'accountClosed' }, 1],
    [{ problem: 'notSignedIn', params: { deviceRemoved: true } }, 1],
    [{ problem: 'notSignedIn', params: { deviceRemoved: false } }, 0],
  ])('drops the ticket of a browser that is no longer remembered: %j', async (answer, times) => {
    const { answers } = page();
    end = watchSession();
    await vi.advanceTimersByTimeAsync(5000);
    await answers[0]?.answer(401, 200, answer);
    expect(remembered.clearTicket).toHaveBeenCalledTimes(times);
  });

  it('shows nothing when this page ended the session itself', async () => {
    const { answers, show: setHidden } = page();
    end = watchSession();
    await vi.advanceTimersByTimeAsync(5000);
    own.isSigningOut.mockReturnValueOnce(true);
    await answers[0]?.answer(401);
    own.isSigningOut.mockReturnValueOnce(true);
    await setHidden(false);
    expect(request.fetchEnvelope).not.toHaveBeenCalled();
    expect(answers).toHaveLength(1);
  });

  it('reloads when another tab signed in, and sends no request for that user', async () => {
    const { answers, show: setHidden } = page();
    const reload = vi.fn();
    vi.stubGlobal('location', { reload });
    end = watchSession();
    await vi.advanceTimersByTimeAsync(5000);
    await setHidden(true);
    own.isSessionReplaced.mockReturnValueOnce(true);
    await setHidden(false);
    expect(reload).toHaveBeenCalledOnce();
    await setHidden(false);
    expect([reload.mock.calls.length, answers.length]).toEqual([1, 1]);
  });

  it('aborts the request while the page is hidden, and polls at once when it becomes visible', async () => {
    const { answers, show: setHidden } = page();
    end = watchSession();
    await vi.advanceTimersByTimeAsync(5000);
    await setHidden(true);
    expect(answers[0]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(answers).toHaveLength(1);
    await setHidden(false);
    expect(answers).toHaveLength(2);
  });

  it('retries later when the server is busy, and stops when the server lacks the endpoint', async () => {
    const { answers } = page();
    end = watchSession();
    await vi.advanceTimersByTimeAsync(5000);
    await answers[0]?.answer(0, 503);
    expect(answers).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(answers).toHaveLength(2);
    await answers[1]?.answer(404, 404);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(answers).toHaveLength(2);
  });

  it('backs off after each failure, and stops when a static host or a proxy answers', async () => {
    const { answers } = page();
    end = watchSession();
    await vi.advanceTimersByTimeAsync(5000);
    for (const [at, pause] of [10_000, 20_000, 40_000].entries()) {
      await answers[at]?.answer(0, 502);
      await vi.advanceTimersByTimeAsync(pause - 1);
      expect(answers).toHaveLength(at + 1);
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(answers).toHaveLength(4);
    await answers[3]?.html();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(answers).toHaveLength(4);
  });
});
