import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  NoSuchKey,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { type FileStore, proved } from './file-store.ts';

export interface S3Place {
  /** Undefined: Amazon's endpoint of the region. */
  endpoint: string | undefined;
  bucket: string;
  region: string;
  /** Both or none; without them, the machine's own role applies. */
  accessKey: string | undefined;
  secretKey: string | undefined;
  /** Prefix of every key; empty or ending with a slash. */
  prefix: string;
  /** Path-style addressing, which most stores other than Amazon's need. */
  pathStyle: boolean;
}

/** Part size in bytes. Each upload holds two parts in memory and has at most ten thousand. */
const PART = 8 * 1024 * 1024;
/** Milliseconds to connect, and between two bytes. */
const CONNECT = 3000;
const SILENCE = 30_000;

/**
 * Uploads stream to a temporary name below `arriving/`; the store copies them on publication. No bytes touch the local disk, and a kill
 * leaves no partial file.
 */
export function s3Store({ endpoint, bucket, region, accessKey, secretKey, prefix, pathStyle }: S3Place): FileStore {
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts: 3,
    // omit checksums that only Amazon's store supports; requests are signed, and files have our own digest
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT, socketTimeout: SILENCE },
    ...(endpoint && { endpoint }),
    ...(accessKey && secretKey && { credentials: { accessKeyId: accessKey, secretAccessKey: secretKey } }),
  });
  const kept = (key: string) => `${prefix}files/${proved(key)}`;
  const arriving = (name: string) => `${prefix}arriving/${proved(name)}`;
  const drop = async (Key: string) => void (await client.send(new DeleteObjectCommand({ Bucket: bucket, Key })));
  /** Objects below a prefix with their times, page by page. */
  async function* below(Prefix: string) {
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix, ...(ContinuationToken && { ContinuationToken }) }));
      for (const { Key, LastModified } of page.Contents ?? []) if (Key) yield { key: Key, at: LastModified?.getTime() ?? Date.now() };
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }
  const before = (seconds: number) => Date.now() - seconds * 1000;

  return {
    place: `s3://${bucket}/${prefix}`,
    async receive(name, write) {
      const body = new PassThrough({ highWaterMark: 1024 * 1024 });
      const upload = new Upload({
        client,
        queueSize: 1,
        partSize: PART,
        params: { Bucket: bucket, Key: arriving(name), Body: body },
      });
      const sent = upload.done();
      // if the store fails, abort the writer
      sent.catch((error: Error) => body.destroy(error));
      try {
        const answer = await write({
          write: async (chunk) => {
            if (!body.write(chunk)) await Promise.race([once(body, 'drain'), sent]);
          },
        });
        body.end();
        await sent;
        return answer;
      } catch (error) {
        await upload.abort().catch(() => undefined);
        body.on('error', () => {}).destroy();
        await sent.catch(() => undefined);
        await drop(arriving(name)).catch(() => undefined);
        throw error;
      }
    },
    async keep(name, key) {
      const CopySource = `${bucket}/${arriving(name)}`.split('/').map(encodeURIComponent).join('/');
      await client.send(new CopyObjectCommand({ Bucket: bucket, Key: kept(key), CopySource }));
      await drop(arriving(name));
    },
    discard: (name) => drop(arriving(name)),
    async read(key, span) {
      const Range = span && `bytes=${span.start}-${span.end - 1}`;
      const found = await client
        .send(new GetObjectCommand({ Bucket: bucket, Key: kept(key), ...(Range && { Range }) }))
        .catch((error: unknown) => {
          if (error instanceof NoSuchKey) return undefined;
          throw error;
        });
      if (!found) return undefined;
      // in Node the body is a Readable; the type includes browsers
      return found.Body as Readable;
    },
    remove: (key) => drop(kept(key)),
    async sweep(seconds) {
      for await (const { key, at } of below(`${prefix}arriving/`)) if (at < before(seconds)) await drop(key);
      // parts of unfinished uploads are billed until they are aborted
      const open = await client
        .send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: `${prefix}arriving/` }))
        .catch(() => undefined);
      for (const { Key, UploadId, Initiated } of open?.Uploads ?? [])
        if (Key && UploadId && (Initiated?.getTime() ?? Date.now()) < before(seconds))
          await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })).catch(() => undefined);
    },
    async keptBefore(seconds) {
      const old: string[] = [];
      const start = `${prefix}files/`;
      for await (const { key, at } of below(start)) if (at < before(seconds)) old.push(key.slice(start.length));
      return old;
    },
    isThere: () =>
      client.send(new HeadBucketCommand({ Bucket: bucket })).then(
        () => true,
        () => false,
      ),
  };
}
