import { Anchor, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { WorkLink } from '#contract/work.ts'
import { linkKindNames } from './link-kinds.ts'

/** A link of the student's work, which opens in a new tab. */
export function ExternalLink({ url, children = url }: { url: string; children?: ReactNode }) {
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer">
      {children}
    </Anchor>
  )
}

type Props = {
  links: WorkLink[]
  /** What can be done with a link. */
  action?: (link: WorkLink) => ReactNode
}

/** The links of a student's work: kind, address and note. */
export function Links({ links, action }: Props) {
  return (
    <Stack component="ul" gap={8} aria-label="Links" style={{ overflowWrap: 'anywhere' }}>
      {links.map((link, index) => (
        <Group
          key={index}
          component="li"
          gap={8}
          justify="space-between"
          align="flex-start"
          wrap="nowrap"
        >
          <div>
            <Text size="xs" c="dimmed">
              {linkKindNames[link.kind]}
            </Text>
            <ExternalLink url={link.url} />
            {link.note && <Text size="sm">{link.note}</Text>}
          </div>
          {action?.(link)}
        </Group>
      ))}
    </Stack>
  )
}
