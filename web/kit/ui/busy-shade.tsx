import type { CSSProperties } from 'react'

const shade: CSSProperties = {
  position: 'absolute',
  background:
    'repeating-linear-gradient(135deg, var(--hairline) 0 2px, transparent 2px 8px), var(--page)',
  pointerEvents: 'none',
}

/** A busy time, shaded in a calendar's column. A text must say the same elsewhere. */
export function BusyShade({ at }: { at: CSSProperties }) {
  return <div aria-hidden="true" data-testid="busy" style={{ ...shade, ...at }} />
}
