export interface FormFile {
  name: string;
  url: string;
}

interface Field {
  /** Current files of the field. */
  held: () => readonly FormFile[];
  keep: (files: FormFile[]) => void;
  most: number;
}

/**
 * Uploads files sequentially. Each is added to the field's current files, which may change during an upload.
 *
 * @param send returns the URL of a file; an exception skips that file and is reported through `refuse`
 */
export async function loadFiles(
  files: readonly File[],
  { held, keep, most }: Field,
  send: (file: File) => Promise<string>,
  refuse: (error: Error) => void,
) {
  for (const file of files) {
    try {
      const url = await send(file);
      if (held().length < most) keep([...held(), { name: file.name.slice(-100), url }]);
    } catch (error) {
      refuse(error as Error);
    }
  }
}
