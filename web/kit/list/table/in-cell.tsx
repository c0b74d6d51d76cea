import type { ReactNode } from 'react'
import { Clipped } from '../../ui/text/clipped.tsx'

/** What stands in a cell: a text ends in an ellipsis where it finds no room. */
export function inCell(content: ReactNode): ReactNode {
  return typeof content === 'string' ? <Clipped text={content} /> : content
}
