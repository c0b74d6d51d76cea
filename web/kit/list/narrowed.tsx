import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyTray } from '../look/illustrations.tsx'
import { Empty } from '../page/states.tsx'

type Props = {
  filter: { isUsable: boolean; clear: () => void }
  /** The list that is narrowed by it. */
  children: ReactNode
}

/** A list that is narrowed by the address; where that says nothing that can be used, the way to all. */
export function Narrowed({ filter: { isUsable, clear }, children }: Props) {
  if (isUsable) return children
  return (
    <Empty
      picture={<EmptyTray />}
      text="The filter in the address cannot be used."
      action={
        <Button variant="default" onClick={clear}>
          Show all
        </Button>
      }
    />
  )
}
