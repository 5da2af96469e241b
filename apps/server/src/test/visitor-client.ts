import type { TestServer } from './test-server.ts';

export const PASSWORD = 'correct horse battery staple';

export const bearerHeader = (token: string) => ({ authorization: `Bearer ${token}` });

export type VisitorClient = ReturnType<typeof openVisitorClient>;

/** By default, sends each call from a new address, to avoid rate limits. */
export function openVisitorClient({ app }: TestServer) {
  let count = 0;
  const call = async (method: 'POST' | 'PUT' | 'GET' | 'DELETE', url: string, payload?: object, headers: object = {}, from = '') => {
    const remoteAddress = from || `198.51.${count >> 8}.${count++ & 255}`;
    const reply = await app.inject({ method, url: `/api${url}`, headers: { ...headers }, remoteAddress, ...(payload && { payload }) });
    return { status: reply.statusCode, body: reply.json() };
  };
  return {
    call,
    login: async (username: string, password = PASSWORD, more: object = {}, from = '') =>
      (await call('POST', '/login', { username, password, ...more }, {}, from)).body,
    info: async (headers: object) => (await call('GET', '/getInfo', undefined, headers)).body,
  };
}
