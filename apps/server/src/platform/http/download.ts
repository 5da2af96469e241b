import type { Readable } from 'node:stream';

/** A file as an answer: its type, its name for the browser, and its bytes or a stream of them. */
export class Download {
  readonly type: string;
  readonly fileName: string;
  readonly body: Buffer | Readable;
  /** Bytes of the whole, where known. */
  readonly length: number | undefined;
  /** Further headers, e.g. of a partial answer. */
  readonly headers: Record<string, string>;
  readonly status: number;
  /** Shown where it is asked for, rather than saved. */
  readonly inline: boolean;
  /** Called once it is over: `whole` tells whether every byte was handed to the network. */
  readonly onClose: ((whole: boolean) => void) | undefined;

  constructor(file: {
    type: string;
    fileName: string;
    body: Buffer | Readable;
    length?: number;
    headers?: Record<string, string>;
    status?: number;
    inline?: boolean;
    onClose?: (whole: boolean) => void;
  }) {
    this.type = file.type;
    this.fileName = file.fileName;
    this.body = file.body;
    this.length = file.length;
    this.headers = file.headers ?? {};
    this.status = file.status ?? 200;
    this.inline = file.inline ?? false;
    this.onClose = file.onClose;
  }

  /** RFC 6266 and 8187: a plain name for old readers, the true one percent-encoded. */
  get disposition() {
    const plain = this.fileName.replace(/[^\w.-]/g, '_');
    const encoded = encodeURIComponent(this.fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
    return `${this.inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`;
  }
}
