import type { Language, Translate } from '@suyuan/contract';
import type { Db } from '../db/db.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Limits } from './limits.ts';

export interface Installation {
  db: Db;
  /** 32 bytes; never leaves the process or enters the database. */
  masterKey: Buffer;
  dataDir: string;
  files: FileStore;
  /** Base URL in codes, without a trailing slash, e.g. `https://t.example.cn`. */
  publicBaseUrl: string;
  consoleDir: string;
  englishEnabled: boolean;
  previewSite: boolean;
  /** If false, browsers that cached the console drop their cache. */
  serviceWorker: boolean;
  /** Number of proxies in front, or their addresses; only these are trusted. False: none. */
  trustProxy: false | number | string[];
  /** The operator's map service account; without it the console shows only its built-in map. */
  amap?: { key: string; securityCode: string | undefined } | undefined;
  /** Bearer token for `/metrics`; undefined: loopback only. */
  metricsToken?: string | undefined;
  /** Aborted when shutdown begins: the process reports "not ready" and closes connections after their response. */
  draining?: AbortSignal | undefined;
  /** Reports a missing synchronous standby even if PostgreSQL does not wait for one. */
  isStandbyRequired?: boolean | undefined;
  limits?: Partial<Limits> | undefined;
  /** Output folder of the code generator; undefined: it writes nothing. */
  genRoot?: string | undefined;
  logLevel: string;
  translate: Record<Language, Translate>;
}
