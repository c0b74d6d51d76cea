import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'

/** A list of links beside the text; collapsed above it on narrow screens. */
export function SideLinks({ label, children }: { label: string; children: ReactNode }) {
  const isBeside = useMediaQuery('(min-width: 75em)', false, { getInitialValueInEffect: false })
  return (
    <nav aria-label={label}>
      <details open={isBeside}>
        <summary>{label}</summary>
        <ul>{children}</ul>
      </details>
    </nav>
  )
}
