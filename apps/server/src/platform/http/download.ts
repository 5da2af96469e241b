import type { Readable } from 'node:stream';

export class Download {
  readonly type: string;
  readonly fileName: string;
  readonly body: Buffer | Readable;
  /** Undefined if unknown. */
  readonly length: number | undefined;
  /** Further headers, e.g. of a partial response. */
  readonly headers: Record<string, string>;
  readonly status: number;
  /** Displayed by the browser instead of saved. */
  readonly inline: boolean;
  /** Runs at the end; `whole`: all bytes were handed to the network. */
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

  /** RFC 6266 and 8187: an ASCII name for old clients, and the percent-encoded full name. */
  get disposition() {
    const asciiName = this.fileName.replace(/[^\w.-]/g, '_');
    const encoded = encodeURIComponent(this.fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
    return `${this.inline ? 'inline' : 'attachment'}; filename="${asciiName}"; filename*=UTF-8''${encoded}`;
  }
}
