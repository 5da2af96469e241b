import { Mono } from '../../../ui/mono.tsx';

export const SsccText = ({ sscc, copy = false }: { sscc: string | null; copy?: boolean }) =>
  sscc && (
    <span className="code-sscc">
      SSCC <Mono copy={copy}>{sscc}</Mono>
    </span>
  );
