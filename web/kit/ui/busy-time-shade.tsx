import type { CSSProperties } from 'react'

const shade: CSSProperties = {
  position: 'absolute',
  background: 'repeating-linear-gradient(135deg, var(--edge) 0 1px, transparent 1px 8px)',
  pointerEvents: 'none',
}

/** A busy time, shaded in a calendar's column. A text must say the same elsewhere. */
export function BusyTimeShade({ at }: { at: CSSProperties }) {
  return <div aria-hidden="true" data-testid="busy" style={{ ...shade, ...at }} />
}
