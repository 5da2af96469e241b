import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

describe('server connection', () => {
  let connection: typeof import('./connection.ts');

  beforeEach(async () => {
    // the module remembers earlier failures
    vi.resetModules();
    connection = await import('./connection.ts');
    vi.useFakeTimers();
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('fetch', async () => new Response('{}'));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('increases the retry delay when reconnection fails, and also soon after a calm minute', async () => {
    const back: number[] = [];
    connection.onReconnect(() => {
      back.push(Date.now());
      if (back.length < 5) connection.reportConnectionLost();
    });
    const begin = Date.now();
    connection.reportConnectionLost();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(back.map((time) => Math.round((time - begin) / 1000))).toEqual([1, 3, 7, 15, 30]);
    await vi.advanceTimersByTimeAsync(60_000);
    connection.reportConnectionLost();
    await vi.advanceTimersByTimeAsync(1500);
    expect(back).toHaveLength(6);
  });

  const html = (status: number) => new Response('<html>', { status, headers: { 'content-type': 'text/html' } });
  const state = () => connection.useConnection.getState().state;
  function serve(answer: () => Response) {
    let requestCount = 0;
    vi.stubGlobal('fetch', async () => {
      requestCount++;
      return answer();
    });
    return () => requestCount;
  }

  it.each([200, 404, 502])('reports the server as down and retries less often while a proxy answers HTML with %i', async (status) => {
    let currentResponse = () => html(status);
    const requestCount = serve(() => currentResponse());
    connection.reportConnectionLost();
    await vi.advanceTimersByTimeAsync(600_000);
    expect([state(), requestCount() < 20]).toEqual(['down', true]);
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    const maxRequests = requestCount();
    expect(maxRequests).toBeLessThanOrEqual(60);
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(requestCount()).toBe(maxRequests);
    currentResponse = () => Response.json({ code: 401 });
    await connection.checkConnection();
    expect(state()).toBe('up');
  });

  it('checks once when one address answers HTML, and stays up when the others answer', async () => {
    const requestCount = serve(() => Response.json({ code: 401 }));
    connection.verifyServer();
    connection.verifyServer();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([requestCount(), state()]).toEqual([1, 'up']);
  });

  it('does not report reconnection repeatedly when only one address stays unavailable', async () => {
    serve(() => Response.json({ code: 401 }));
    let back = 0;
    connection.onReconnect(() => back++);
    const interval = setInterval(() => state() === 'up' && connection.reportUpstreamUnavailable(), 500);
    await vi.advanceTimersByTimeAsync(3_600_000);
    clearInterval(interval);
    expect(back).toBeLessThan(10);
  });
});
