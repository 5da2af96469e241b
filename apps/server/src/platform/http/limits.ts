/** Limits of a site, in milliseconds and bytes unless noted. Documented in docs/operations.md. */
export interface Limits {
  /** From a connection's opening, or the first byte of its next request, to the end of the head. */
  headersTimeout: number;
  /** Until the last byte of the body. Slow bodies are cut long before, see `upload`. */
  requestTimeout: number;
  /** Idle time between requests. Exceeds the usual minute of proxies. */
  keepAliveTimeout: number;
  /** Without a byte in either direction. */
  idleTimeout: number;
  /** Interval between checks of connections. */
  checkInterval: number;
  /** Bytes of a request's head. */
  headerBytes: number;
  /** Concurrent connections; further ones are closed. */
  connections: number;
  /** Event loop delay, averaged over half a second, from which usual requests are shed; at four times that, urgent ones too. */
  loopDelay: number;
  /** Minimum pace of an awaited body. */
  upload: Pace;
  /** Minimum pace of a reader with pending data. System buffers hide the first megabytes. */
  download: Pace;
}

interface Pace {
  bytes: number;
  within: number;
}

/** Defaults of every site; tests use shorter times. */
export const limits: Limits = {
  headersTimeout: 15_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 72_000,
  idleTimeout: 180_000,
  checkInterval: 1000,
  headerBytes: 16_384,
  connections: 4000,
  loopDelay: 500,
  upload: { bytes: 16_384, within: 30_000 },
  download: { bytes: 65_536, within: 120_000 },
};
