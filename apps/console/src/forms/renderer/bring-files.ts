export interface FormFile {
  name: string;
  url: string;
}

interface FileField {
  /** Current files of the field. */
  currentFiles: () => readonly FormFile[];
  keep: (files: FormFile[]) => void;
  most: number;
}

/**
 * Uploads files sequentially. Each is added to the field's current files, which may change during an upload.
 *
 * @param upload returns the URL of a file; an exception skips that file and is reported through `refuse`
 */
export async function uploadFiles(
  files: readonly File[],
  { currentFiles, keep, most }: FileField,
  upload: (file: File) => Promise<string>,
  onError: (error: Error) => void,
) {
  for (const file of files) {
    try {
      const url = await upload(file);
      if (currentFiles().length < most) keep([...currentFiles(), { name: file.name.slice(-100), url }]);
    } catch (error) {
      onError(error as Error);
    }
  }
}
