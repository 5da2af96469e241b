import { Mono } from '../../../ui/mono.tsx';

/** SSCC of a container; nothing where it has none. */
export const SsccText = ({ sscc, copy = false }: { sscc: string | null; copy?: boolean }) =>
  sscc && (
    <span className="code-sscc">
      SSCC <Mono copy={copy}>{sscc}</Mono>
    </span>
  );
