import { Card, Group, Stack, Title } from '@mantine/core'
import { type ReactNode, type Ref, useId } from 'react'

type Props = {
  title: string
  /** Shown next to the title. */
  action?: ReactNode
  children: ReactNode
  ref?: Ref<HTMLDivElement>
  /** Whether the card only asks for something; such a card is not printed. */
  isQuestion?: boolean
  /** For moving the focus to the card's title. */
  titleRef?: Ref<HTMLHeadingElement>
}

export function DetailCard({ title, action, children, ref, isQuestion, titleRef }: Props) {
  const heading = useId()
  return (
    <Card
      component="section"
      ref={ref}
      withBorder
      aria-labelledby={heading}
      data-question={isQuestion}
    >
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap">
          <Title
            order={2}
            id={heading}
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
