import type { ReactNode } from 'react'
import { TruncatedText } from '../../ui/text/truncated-text.tsx'

/** A cell's content; text that does not fit is truncated. */
export function renderCell(content: ReactNode): ReactNode {
  return typeof content === 'string' ? <TruncatedText text={content} /> : content
}
