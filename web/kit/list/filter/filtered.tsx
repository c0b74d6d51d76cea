import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Empty } from '../../page/states.tsx'
import { EmptyTray } from '../../ui/drawings/empty-tray.tsx'

type Props = {
  filter: { isUsable: boolean; clear: () => void }
  /** The filtered list. */
  children: ReactNode
}

type NothingProps = {
  text: string
  /** The label of the button that clears the filters. */
  all: string
  clear: () => void
}

/** Says that nothing matches the filters, with a button to clear them. */
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

/** A list filtered by the address; if a filter there is invalid, a button to clear them instead. */
export function Filtered({ filter: { isUsable, clear }, children }: Props) {
  if (isUsable) return children
  return <NoMatches text="The filter in the address is not valid." all="Show all" clear={clear} />
}
