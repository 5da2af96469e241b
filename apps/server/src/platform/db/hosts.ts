import pg from 'pg';

/** Milliseconds for an answer of a host that is looked for. */
const LOCATE_TIMEOUT = 2000;
/** Milliseconds between two searches that found nothing. */
const LOCATE_PAUSE = 200;

/** What a connection needs: `primary` takes writes, `standby` does not. */
type HostRole = 'any' | 'primary' | 'standby';

const roleByAttribute: Readonly<Record<string, HostRole>> = {
  any: 'any',
  'read-write': 'primary',
  primary: 'primary',
  'read-only': 'standby',
  standby: 'standby',
};

interface Address {
  /** One URL for each host. */
  urls: string[];
  role: HostRole;
}

/**
 * Parses a libpq URI with one or more hosts, such as `postgres://user:password@a:5432,b:5432/database?target_session_attrs=read-write`.
 * Several hosts need `target_session_attrs`, because any of them may be a standby. Undefined if it is not valid.
 * `prefer`, `require` and `verify-ca` become `verify-full`, as in the driver, which warns of it at each start.
 */
export function parseDatabaseUrl(text: string): Address | undefined {
  const single = URL.parse(text);
  if (single && !/^postgres(ql)?:$/.test(single.protocol)) return undefined;
  if (single && !single.host.includes(',') && !single.searchParams.has('target_session_attrs'))
    return { urls: [withStrictTls(text)], role: 'any' };
  const [, start = '', hosts = '', end = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]+)([^#]*)$/.exec(text) ?? [];
  const urls = hosts.split(',').map((host) => {
    const url = URL.parse(`${start}${host}${end}`);
    if (!host || !url) return undefined;
    url.searchParams.delete('target_session_attrs');
    return withStrictTls(url.href);
  });
  if (!hosts || !urls.every((url) => url !== undefined)) return undefined;
  const attribute = URL.parse(`${start}host${end}`)?.searchParams.get('target_session_attrs') ?? 'any';
  const role = Object.hasOwn(roleByAttribute, attribute) ? roleByAttribute[attribute] : undefined;
  if (role === undefined || (role === 'any' && urls.length > 1)) return undefined;
  return { urls, role };
}

const withStrictTls = (url: string) =>
  url.includes('uselibpqcompat=') ? url : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|#|$)/g, '$1verify-full');

/** SQLSTATE of a connection to a host of another role, which a retry may resolve. */
const WRONG_ROLE = '25006';

const isStandby = "select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as standby";

async function ensureRole(client: pg.Client, role: HostRole): Promise<void> {
  if (role === 'any') return;
  const { rows } = await client.query<{ standby: boolean }>(isStandby);
  if (rows[0]?.standby !== (role === 'standby'))
    throw Object.assign(new Error(role === 'primary' ? 'the host takes no writes' : 'the host is no standby'), { code: WRONG_ROLE });
}

/** The hosts of a URL, and the one that new connections of this process use. */
class Hosts {
  readonly urls: readonly string[];
  readonly role: HostRole;
  current: string;
  #search: Promise<boolean> | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;
  readonly #listeners = new Set<() => void>();

  constructor({ urls, role }: Address) {
    this.urls = urls;
    this.role = role;
    this.current = urls[0] ?? '';
  }

  /** Looks for a host of the required role, on all of them at once. False if there is none. */
  locate(): Promise<boolean> {
    if (this.urls.length === 1 || performance.now() - this.#failedAt < LOCATE_PAUSE) return Promise.resolve(false);
    this.#search ??= Promise.any(this.urls.map((url) => this.#probe(url)))
      .then(
        (url) => {
          const isMove = url !== this.current;
          this.current = url;
          if (isMove) for (const listener of this.#listeners) listener();
          return true;
        },
        () => {
          this.#failedAt = performance.now();
          return false;
        },
      )
      .finally(() => {
        this.#search = undefined;
      });
    return this.#search;
  }

  /** @param listener ends connections to the former host, which may be silent. Returns how to unsubscribe. */
  onMove(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async #probe(url: string): Promise<string> {
    const client = new pg.Client({
      ...{ connectionString: url, application_name: 'suyuan host', connectionTimeoutMillis: LOCATE_TIMEOUT },
      query_timeout: LOCATE_TIMEOUT,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await ensureRole(client, this.role);
      return url;
    } finally {
      client.end().catch(() => {});
    }
  }
}

const hostsByUrl = new Map<string, Hosts>();

/** Shared by all connections of this process to `url`. */
export function hostsOf(url: string): Hosts {
  const hosts = hostsByUrl.get(url) ?? new Hosts(parseDatabaseUrl(url) ?? { urls: [url], role: 'any' });
  hostsByUrl.set(url, hosts);
  return hosts;
}

/** `Client` for the hosts of `url`. A failed connection looks for the host of the next one. */
export function clientClass(url: string, Client: typeof pg.Client = pg.Client): typeof pg.Client {
  const hosts = hostsOf(url);
  return class extends Client {
    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionString: hosts.current });
      // a broken connection fails its next query; without a listener the event would end the process
      this.on('error', () => {});
    }

    // the driver's overloads: a promise, or a callback for its pool
    override connect(callback?: (error: never, client: never) => void): never {
      const connected = this.#connectToHost();
      if (callback) void connected.then(() => callback(null as never, this as never), callback as (error: unknown) => void);
      return connected as never;
    }

    async #connectToHost(): Promise<void> {
      try {
        await super.connect();
        await ensureRole(this, hosts.role);
      } catch (error) {
        this.end().catch(() => {});
        await hosts.locate();
        throw error;
      }
    }
  };
}

/** One connection outside of the pool. */
export const createClient = (url: string, config: Omit<pg.ClientConfig, 'connectionString'>): pg.Client => new (clientClass(url))(config);
