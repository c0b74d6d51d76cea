import { useLazyComponent } from '../../lazy/use-lazy-component.ts'
import { LinkedText } from './linked-text.tsx'

/** The characters of which each mark of Markdown has one; other lines need no parser. */
const mark = /[*_`~[\\]/

/**
 * A user-written line with the Markdown that fits within a line: emphasis, code and links. All
 * else stays text.
 */
export function InlineMarkdown({ children: line }: { children: string }) {
  const isMarked = mark.test(line)
  const Parsed = useLazyComponent(
    async () => (await import('./parsed-inline-markdown.tsx')).ParsedInlineMarkdown,
    {
      isNeeded: isMarked,
    },
  )
  return isMarked && Parsed ? <Parsed line={line} /> : <LinkedText>{line}</LinkedText>
}
