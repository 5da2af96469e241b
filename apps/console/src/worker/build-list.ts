export interface Build {
  /** Changes with any file or page of the build. */
  version: string;
  /** Paths of all files except pages. */
  files: string[];
  /** Indexes into `files` for every visit: the frame with its parts, and public files. */
  frame: number[];
  /** Indexes into `files` by page component; English texts under `en-US`. */
  parts: Record<string, number[]>;
  /** Path under which every host serves a page, and the digest of the response. */
  pages: { path: string; sha256: string }[];
}
