import { Button } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { EmptyState, LoadedList } from '../../page/states.tsx'
import { EmptyTray } from '../../ui/drawings/empty-tray.tsx'

type NothingProps = {
  text: string
  /** The label of the button that clears the filters. */
  all: string
  clear: () => void
}

type Props<T> = Omit<ComponentProps<typeof LoadedList<T>>, 'infinite' | 'empty'> & {
  filter: { isUsable: boolean; isFiltered: boolean; clear: () => void }
  /** What the list says, and what its button does, when nothing matches the filters. */
  noMatch: Omit<NothingProps, 'clear'>
  /** What the list says when it is empty without filters: a sentence, or more than that. */
  empty: ReactNode
}

/** The list of a screen, filtered by the address. */
export function FilteredList<T>({ filter, noMatch, empty, ...list }: Props<T>) {
  const { isUsable, isFiltered, clear } = filter
  if (!isUsable) {
    return <Nothing text="The filter in the address is not valid." all="Show all" clear={clear} />
  }
  const none =
    typeof empty === 'string' ? <EmptyState picture={<EmptyTray />} text={empty} /> : empty
  const nothing = isFiltered ? <Nothing {...noMatch} clear={clear} /> : none
  return <LoadedList {...list} infinite empty={nothing} />
}

/** Says that nothing matches the filters, with a button to clear them. */
function Nothing({ text, all, clear }: NothingProps) {
  return (
    <EmptyState
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
