import { encode } from 'uqr';

/** Empty modules around it, without which readers do not find it (ISO/IEC 18004). */
const BORDER = 4;

interface QrCodeProps {
  text: string;
  /** What it is, for who cannot see it. */
  label: string;
}

/** A QR code as one path, as large as its box: dark on light in every theme, as cameras expect it. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, data } = encode(text, { border: BORDER });
  const path = data
    .flatMap((row, y) =>
      row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
    )
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      width="100%"
      height="100%"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
