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
import { type FileStore, validateKey } from './file-store.ts';

export interface S3Location {
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
const PART_SIZE = 8 * 1024 * 1024;
/** Milliseconds to connect, and between two bytes. */
const CONNECT_TIMEOUT = 3000;
const SOCKET_TIMEOUT = 30_000;

/**
 * Uploads stream to a temporary name below `arriving/`; the store copies them on publication. No bytes touch the local disk, and a kill
 * leaves no partial file.
 */
export function s3Store({ endpoint, bucket, region, accessKey, secretKey, prefix, pathStyle }: S3Location): FileStore {
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts: 3,
    // omit checksums that only Amazon's store supports; requests are signed, and files have our own digest
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT, socketTimeout: SOCKET_TIMEOUT },
    ...(endpoint && { endpoint }),
    ...(accessKey && secretKey && { credentials: { accessKeyId: accessKey, secretAccessKey: secretKey } }),
  });
  const publishedKey = (key: string) => `${prefix}files/${validateKey(key)}`;
  const incomingKey = (name: string) => `${prefix}arriving/${validateKey(name)}`;
  const deleteObject = async (Key: string) => void (await client.send(new DeleteObjectCommand({ Bucket: bucket, Key })));
  /** Objects below a prefix with their times, page by page. */
  async function* listObjects(Prefix: string) {
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix, ...(ContinuationToken && { ContinuationToken }) }));
      for (const { Key, LastModified } of page.Contents ?? []) if (Key) yield { key: Key, at: LastModified?.getTime() ?? Date.now() };
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }
  const cutoff = (seconds: number) => Date.now() - seconds * 1000;

  return {
    location: `s3://${bucket}/${prefix}`,
    async receive(name, write) {
      const body = new PassThrough({ highWaterMark: 1024 * 1024 });
      const upload = new Upload({
        client,
        queueSize: 1,
        partSize: PART_SIZE,
        params: { Bucket: bucket, Key: incomingKey(name), Body: body },
      });
      const uploading = upload.done();
      // if the store fails, abort the writer
      uploading.catch((error: Error) => body.destroy(error));
      try {
        const result = await write({
          write: async (chunk) => {
            if (!body.write(chunk)) await Promise.race([once(body, 'drain'), uploading]);
          },
        });
        body.end();
        await uploading;
        return result;
      } catch (error) {
        await upload.abort().catch(() => undefined);
        body.on('error', () => {}).destroy();
        await uploading.catch(() => undefined);
        await deleteObject(incomingKey(name)).catch(() => undefined);
        throw error;
      }
    },
    async publish(name, key) {
      const CopySource = `${bucket}/${incomingKey(name)}`.split('/').map(encodeURIComponent).join('/');
      await client.send(new CopyObjectCommand({ Bucket: bucket, Key: publishedKey(key), CopySource }));
      await deleteObject(incomingKey(name));
    },
    discard: (name) => deleteObject(incomingKey(name)),
    async read(key, span) {
      const Range = span && `bytes=${span.start}-${span.end - 1}`;
      const object = await client
        .send(new GetObjectCommand({ Bucket: bucket, Key: publishedKey(key), ...(Range && { Range }) }))
        .catch((error: unknown) => {
          if (error instanceof NoSuchKey) return undefined;
          throw error;
        });
      if (!object) return undefined;
      // in Node the body is a Readable; the type includes browsers
      return object.Body as Readable;
    },
    remove: (key) => deleteObject(publishedKey(key)),
    async sweep(seconds) {
      for await (const { key, at } of listObjects(`${prefix}arriving/`)) if (at < cutoff(seconds)) await deleteObject(key);
      // parts of unfinished uploads are billed until they are aborted
      const open = await client
        .send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: `${prefix}arriving/` }))
        .catch(() => undefined);
      for (const { Key, UploadId, Initiated } of open?.Uploads ?? [])
        if (Key && UploadId && (Initiated?.getTime() ?? Date.now()) < cutoff(seconds))
          await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })).catch(() => undefined);
    },
    async listPublishedBefore(seconds) {
      const keys: string[] = [];
      const start = `${prefix}files/`;
      for await (const { key, at } of listObjects(start)) if (at < cutoff(seconds)) keys.push(key.slice(start.length));
      return keys;
    },
    isAvailable: () =>
      client.send(new HeadBucketCommand({ Bucket: bucket })).then(
        () => true,
        () => false,
      ),
  };
}
