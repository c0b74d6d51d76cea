import { Skeleton } from '@mantine/core'
import { useLazyComponent } from '#web/kit/lazy/use-lazy-component.ts'

/** Feedback as its Markdown says; a skeleton of its height until the parser has loaded. */
export function FeedbackText({ text }: { text: string }) {
  const Parsed = useLazyComponent(
    async () => (await import('#web/kit/ui/text/user-markdown.tsx')).UserMarkdown,
  )
  if (Parsed) return <Parsed text={text} />
  return (
    <Skeleton aria-hidden style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Skeleton>
  )
}
