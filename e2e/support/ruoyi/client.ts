export type Envelope = Record<string, unknown> & { code: number; msg: string | null };

interface Body {
  /** Sent as JSON; a string is sent unchanged. */
  json?: unknown;
  form?: Record<string, string> | FormData;
}

export function ruoyiClient(url: string, prefix = '/api') {
  let token = '';

  async function request(call: string, { json, form }: Body = {}): Promise<Response> {
    const [method = 'GET', address = '/'] = call.split(/ (.*)/);
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    if (json !== undefined) headers['content-type'] = 'application/json;charset=utf-8';
    const text = typeof json === 'string' ? json : JSON.stringify(json);
    const body = form instanceof FormData ? form : form ? new URLSearchParams(form) : text;
    return fetch(url + prefix + address, { method, headers, ...(body !== undefined && { body }) });
  }

  const send = async (call: string, body?: Body): Promise<Envelope> => (await (await request(call, body)).json()) as Envelope;

  return {
    request,
    send,
    /** Sets the token for later calls; '' removes it. */
    useToken: (next: string) => {
      token = next;
    },
    async signIn(username: string, password = 'admin123') {
      const { token: fresh } = await send('POST /login', { json: { username, password } });
      token = String(fresh ?? '');
    },
  };
}
