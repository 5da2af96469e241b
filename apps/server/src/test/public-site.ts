import type { InjectOptions } from 'fastify';
import { publicApp } from '../boot/public-app.ts';
import type { Installation } from '../platform/http/installation.ts';

interface PublicReply {
  status: number;
  headers: Record<string, unknown>;
  /** Parsed JSON, else text. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
  body: any;
  text: string;
}

/** A different address each time. */
let hosts = 0;
export const nextAddress = () => `112.10.${++hosts >> 8}.${hosts & 255}`;

/** The verification site without a socket. */
export async function openPublicSite(installation: Installation) {
  const app = await publicApp(installation);
  await app.ready();
  const call = async (options: InjectOptions): Promise<PublicReply> => {
    const reply = await app.inject({ remoteAddress: nextAddress(), ...options });
    const isJson = String(reply.headers['content-type'] ?? '').includes('json');
    return { status: reply.statusCode, headers: reply.headers, body: isJson ? reply.json() : reply.body, text: reply.body };
  };
  return {
    app,
    call,
    /** Opens a page as a separate browser. */
    open: (url: string, headers: Record<string, string> = {}, remoteAddress = nextAddress()) =>
      call({ method: 'GET', url, headers, remoteAddress }),
    /** Calls the API; by default, `device` differs each time. */
    verify: (code: string, options: { scanId?: string; device?: string; pin?: string } = {}, remoteAddress = nextAddress()) =>
      call({ method: 'POST', url: '/v1/verifications', payload: { code, device: crypto.randomUUID(), ...options }, remoteAddress }),
    close: () => app.close(),
  };
}

export type PublicSite = Awaited<ReturnType<typeof openPublicSite>>;
