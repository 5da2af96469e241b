import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** Treatment of bytes: forwarded, held silently, connection refused, or cut midway. */
type State = 'open' | 'held' | 'refused' | 'cutting';

/** A TCP proxy that simulates network failures. */
export interface Line {
  port: number;
  /** Also applies to open connections. */
  set(state: State): void;
  /** Ends every connection. */
  cut(): void;
  /** Redirects new connections to another port, as after a failover, and ends open ones. */
  lead(port: number): void;
  /** Milliseconds of delay each way. */
  delay(milliseconds: number): void;
  close(): Promise<void>;
}

/** Opens a proxy to a local port. Connections beyond `most` wait silently, as at an exhausted pooler. */
export async function openLine(target: number, most = Number.POSITIVE_INFINITY): Promise<Line> {
  let end = target;
  const sockets = new Set<Socket>();
  let state: State = 'open';
  let late = 0;
  let kept: (() => void)[] = [];
  const passing = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const pass = () => {
          if (state === 'held') return void kept.push(pass);
          if (state === 'cutting') return done(new Error('cut'));
          done(null, chunk);
        };
        if (late) setTimeout(pass, late);
        else pass();
      },
    });
  const door = createServer((near) => {
    sockets.add(near.on('close', () => sockets.delete(near)));
    if (state === 'refused' || state === 'cutting') return void near.on('error', () => {}).destroy();
    if (sockets.size > 2 * most) return void near.on('error', () => {});
    const far = connect(end, '127.0.0.1');
    sockets.add(far.on('close', () => sockets.delete(far)));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      const close = () => to.destroy();
      const through = passing().on('error', () => from.destroy());
      from.on('error', close).on('close', close).pipe(through).pipe(to);
    }
  });
  await once(door.listen(0, '127.0.0.1'), 'listening');
  const { port } = door.address() as { port: number };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    kept = [];
  };
  return {
    port,
    cut,
    set(next) {
      state = next;
      if (next === 'refused') cut();
      const waiting = kept;
      kept = [];
      for (const pass of waiting) pass();
    },
    lead(next) {
      end = next;
      cut();
    },
    delay(milliseconds) {
      late = milliseconds;
    },
    async close() {
      const closed = once(door, 'close');
      door.close();
      cut();
      await closed;
    },
  };
}
