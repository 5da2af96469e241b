/** What one build of the console holds, as its service worker knows it. */
export interface Build {
  /** Changes with any file or page of the build. */
  version: string;
  /** Paths of files, all but the pages. */
  files: string[];
  /** Where the server answers a page, and the digest of what it then sends. */
  pages: { path: string; sha256: string }[];
}
