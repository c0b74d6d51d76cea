import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Empty } from '../../page/states.tsx'
import { EmptyTray } from '../../ui/drawings/empty-tray.tsx'

type Props = {
  filter: { isUsable: boolean; clear: () => void }
  /** The list that is narrowed by it. */
  children: ReactNode
}

type NothingProps = {
  text: string
  /** What the button says that leads to all. */
  all: string
  clear: () => void
}

/** Says that nothing fits what a list is narrowed to, and leads to all. */
export function NoMatches({ text, all, clear }: NothingProps) {
  return (
    <Empty
      picture={<EmptyTray />}
      text={text}
      action={
        <Button variant="default" onClick={clear}>
          {all}
        </Button>
      }
    />
  )
}

/** A list that is narrowed by the address; where that says nothing that can be used, the way to all. */
export function Filtered({ filter: { isUsable, clear }, children }: Props) {
  if (isUsable) return children
  return <NoMatches text="The filter in the address is not valid." all="Show all" clear={clear} />
}
