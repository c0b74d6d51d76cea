import type { ReactNode } from 'react'

/** Line drawings in the role's colour, for empty lists and first screens. */
export function makeDrawing(shape: ReactNode) {
  return function Drawing({ width = 200 }: { width?: number }) {
    return (
      <svg
        width={width}
        viewBox="0 0 200 140"
        fill="none"
        stroke="var(--mantine-primary-color-filled)"
        strokeWidth={3}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {shape}
      </svg>
    )
  }
}
