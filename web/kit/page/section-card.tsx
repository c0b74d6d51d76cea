import { Card, Stack, Title } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

type Props = {
  /** The title's id, also for links to the card. */
  id: string
  title: ReactNode
  /** For moving the focus to the title. */
  titleRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A section of a page as a card with a title. */
export function SectionCard({ id, title, titleRef, children }: Props) {
  return (
    <Card component="section" withBorder aria-labelledby={id}>
      <Stack>
        <Title
          order={2}
          id={id}
          {...(titleRef && { ref: titleRef, tabIndex: -1, style: { outline: 'none' } })}
        >
          {title}
        </Title>
        {children}
      </Stack>
    </Card>
  )
}
