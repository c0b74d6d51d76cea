import { Card, Group, Stack, Title } from '@mantine/core'
import { type ReactNode, type Ref, useId } from 'react'

type Props = {
  /** The title's id, for links to the card. */
  id?: string
  title: ReactNode
  /** Shown next to the title. */
  action?: ReactNode
  /** For moving the focus to the title. */
  titleRef?: Ref<HTMLHeadingElement>
  ref?: Ref<HTMLDivElement>
  /** Whether the card only asks for something; such a card is not printed. */
  isQuestion?: boolean
  children: ReactNode
}

/** A section of a page as a card with a title. */
export function SectionCard({ id, title, action, titleRef, ref, isQuestion, children }: Props) {
  const ownId = useId()
  const titleId = id ?? ownId
  return (
    <Card
      component="section"
      ref={ref}
      withBorder
      aria-labelledby={titleId}
      data-question={isQuestion}
    >
      <Stack>
        <Group justify="space-between">
          <Title
            order={2}
            id={titleId}
            {...(titleRef && { ref: titleRef, tabIndex: -1, style: { outline: 'none' } })}
          >
            {title}
          </Title>
          {action}
        </Group>
        {children}
      </Stack>
    </Card>
  )
}
