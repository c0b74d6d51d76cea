import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useLazyComponent } from '#web/kit/lazy/use-lazy-component.ts'
import { LoadedList, Skeletons } from '#web/kit/page/states.tsx'

/** How many are shown at first. */
const few = 5
/** The estimated height of a row in pixels. */
const rowHeight = 60
/** Makes the skeleton as high as the rows with the button below. */
const barHeight = 53

type Props<T> = {
  label: string
  list: Parameters<typeof LoadedList<T>>[0]['list']
  getKey: (item: T) => string
  children: (item: T) => ReactNode
}

/**
 * The first rows of a list, and all of them on request. The first rows are not virtualized: the
 * home has several lists, and setting that up takes longer than rendering them.
 */
export function ExpandableList<T>({ label, list, getKey, children }: Props<T>) {
  const [isWhole, setIsWhole] = useState(false)
  const LongList = useLazyComponent(
    async () => (await import('#web/kit/list/long-list.tsx')).LongList<T>,
    {
      afterInteraction: true,
    },
  )
  const drawFew = (items: T[]) => (
    <ul aria-label={label}>
      {items.map((item) => (
        <li key={getKey(item)}>{children(item)}</li>
      ))}
    </ul>
  )
  if (list.items && list.items.length > few && !(isWhole && LongList)) {
    return (
      <>
        {drawFew(list.items.slice(0, few))}
        <Button
          variant="default"
          mt="xs"
          style={{ alignSelf: 'flex-start' }}
          loading={isWhole}
          onClick={() => setIsWhole(true)}
        >
          Show more
        </Button>
      </>
    )
  }
  return (
    <LoadedList list={list} skeleton={<Skeletons count={few} height={barHeight} />} empty={null}>
      {(items) =>
        isWhole && LongList ? (
          <LongList label={label} items={items} getKey={getKey} height={rowHeight} gap={0}>
            {children}
          </LongList>
        ) : (
          drawFew(items)
        )
      }
    </LoadedList>
  )
}
