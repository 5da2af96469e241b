import { once } from 'node:events';
import { createServer } from 'node:net';
import { OperatorError, reasonOf } from '../platform/operator-error.ts';

/** Checks that a port is free before anything else starts, and returns it. Port 0 becomes a free port. */
export async function ensurePortFree(variable: 'PORT' | 'PUBLIC_PORT' | 'HEALTH_PORT', host: string, port: number): Promise<number> {
  const probe = createServer();
  try {
    probe.listen({ port, host, exclusive: true });
    await once(probe, 'listening');
  } catch (error) {
    throw portRefusal(error, variable, host, port);
  }
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : port;
}

/** Maps an error of `listen` to a refusal; returns others unchanged. */
export function portRefusal(error: unknown, variable: 'PORT' | 'PUBLIC_PORT' | 'HEALTH_PORT', host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new OperatorError(
      `端口 ${port} 已被其他程序占用；用环境变量 ${variable} 另选一个`,
      `port ${port} is taken by another program; choose another one by ${variable}`,
    );
  }
  if (code === 'EACCES') {
    return new OperatorError(
      `没有权限监听端口 ${port}；用 ${variable} 选 1024 以上的端口`,
      `port ${port} is not allowed; choose one above 1023 by ${variable}`,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL') {
    return new OperatorError(
      `HOST “${host}” 不是本机的地址（${reasonOf(error)}）；换成本机的地址`,
      'HOST must be an address of this machine',
    );
  }
  return error;
}

/** URL for a browser on this machine. */
export function addressOf(host: string, port: number): string {
  const displayHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${displayHost}:${port}`;
}
