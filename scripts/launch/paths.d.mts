interface NodeBinary {
  binary: string;
  version: string;
}
export function chooseNode(user: NodeBinary, packaged?: NodeBinary): string | undefined;
