import type { Language, Translate } from '@suyuan/contract';
import type { Db } from '../db/database.types.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Limits } from './limits.ts';

/** What this running copy owns outside the database's tables: addresses, folders, the master key. */
export interface Installation {
  db: Db;
  /** 32 bytes; never leaves the process, never enters the database. */
  masterKey: Buffer;
  /** Folder for files of this installation. */
  dataDir: string;
  /** Where uploads, exports and hand-overs lie. */
  files: FileStore;
  /** What is printed in codes, without a trailing slash, e.g. `https://t.example.cn`. */
  publicBaseUrl: string;
  /** Folder with the built console, and with the verification page. */
  consoleDir: string;
  englishEnabled: boolean;
  previewSite: boolean;
  /** Whether browsers may keep the console's files; if not, those that do let go of them. */
  serviceWorker: boolean;
  /** How many proxies stand in front, or their addresses; only what these say is believed. False: none. */
  trustProxy: false | number | string[];
  /** The operator's account with a map service; without one the console draws its own map alone. */
  amap?: { key: string; securityCode: string | undefined } | undefined;
  /** Who shows it may read `/metrics` from anywhere; undefined: this machine alone may. */
  metricsToken?: string | undefined;
  /** Aborted once this process has begun to end: it is not ready for new connections, and closes those that it has. */
  draining?: AbortSignal | undefined;
  /** What a site bears with, where it is not the usual. */
  limits?: Partial<Limits> | undefined;
  /** Folder that the code generator may write into; undefined: it writes nowhere. */
  genRoot?: string | undefined;
  logLevel: string;
  /** Sentences in each language. */
  translate: Record<Language, Translate>;
}
