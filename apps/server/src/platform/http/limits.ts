/** How long, how much and how many a site bears with; milliseconds and bytes unless said otherwise. Operators read them in docs/operations.md. */
export interface Limits {
  /** From the opening of a connection, or from the first byte of its next request, to the end of the request's head. */
  headersTimeout: number;
  /** To the last byte of its body; slow bodies are cut long before, see `upload`. */
  requestTimeout: number;
  /** Without a request on a connection that had one. Longer than the minute that most proxies keep theirs. */
  keepAliveTimeout: number;
  /** Without a byte in either direction. */
  idleTimeout: number;
  /** How often connections are looked at. */
  lookEvery: number;
  /** Bytes of a request's head. */
  headerBytes: number;
  /** Connections at once; beyond them new ones are closed. */
  connections: number;
  /** By which the event loop may be late, on average over half a second, before usual requests are sent away; four times that for all. */
  lateness: number;
  /** Bytes that a body that is waited for must bring within so many milliseconds. */
  upload: Pace;
  /** Bytes that a reader must take within so many milliseconds while more wait for it. The system's own buffer hides the first megabytes. */
  download: Pace;
}

interface Pace {
  bytes: number;
  within: number;
}

/** What every site is held to; tests put shorter times in their place. */
export const limits: Limits = {
  headersTimeout: 15_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 72_000,
  idleTimeout: 180_000,
  lookEvery: 1000,
  headerBytes: 16_384,
  connections: 4000,
  lateness: 500,
  upload: { bytes: 16_384, within: 30_000 },
  download: { bytes: 65_536, within: 120_000 },
};
