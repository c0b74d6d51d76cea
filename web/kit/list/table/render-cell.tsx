import type { ReactNode } from 'react'
import { TruncatedText } from '../../ui/text/truncated-text.tsx'

/** What stands in a cell: a text ends in an ellipsis where it finds no room. */
export function renderCell(content: ReactNode): ReactNode {
  return typeof content === 'string' ? <TruncatedText text={content} /> : content
}
