import { Stack, VisuallyHidden } from '@mantine/core'
import type { ComponentType } from 'react'
import styles from './ticked-lines.module.css'

type Props = {
  lines: readonly string[]
  ticks: readonly string[]
  /** Renders a line; without it a line is plain text. */
  Line?: ComponentType<{ children: string }> | undefined
}

/** Lines of a task; those that are ticked have a sign. */
export function TickedLines({ lines, ticks, Line }: Props) {
  const ticked = new Set(ticks)
  return (
    <Stack component="ul" gap={8} maw={720} fz="md" style={{ overflowWrap: 'anywhere' }}>
      {lines.map((line, index) => (
        <li
          key={`${index} ${line}`}
          className={`${styles.line} ${ticked.has(line) ? styles.ticked : ''}`}
        >
          <span>
            {ticked.has(line) && <VisuallyHidden>Done: </VisuallyHidden>}
            {Line ? <Line>{line}</Line> : line}
          </span>
        </li>
      ))}
    </Stack>
  )
}
