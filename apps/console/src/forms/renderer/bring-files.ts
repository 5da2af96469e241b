/** A file of an answer, where our own upload put it. */
export interface FormFile {
  name: string;
  url: string;
}

interface Field {
  /** Files that the field holds at this moment. */
  held: () => readonly FormFile[];
  keep: (files: FormFile[]) => void;
  /** Files that it may hold. */
  most: number;
}

/**
 * Uploads files one after the other. Each joins what the field holds by then: others may have come or gone while it was under way.
 * @param send answers the address of a file; what it throws ends that file alone, by `refuse`
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
