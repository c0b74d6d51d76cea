import { VisuallyHidden } from '@mantine/core'
import { ExternalLink } from '#web/work/links.tsx'

/** Opens the link that the student has given for a task, if there is one. */
export function TaskLink({ name, url }: { name: string; url: string | undefined }) {
  return (
    url && (
      <ExternalLink url={url}>
        Open<VisuallyHidden> {name}</VisuallyHidden>
      </ExternalLink>
    )
  )
}
