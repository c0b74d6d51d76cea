import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useLazy } from '#web/kit/lazy/use-lazy.ts'
import { LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import styles from './attention-card.module.css'

/** So many are told before somebody asks for more. */
const few = 5
/** How high a row is about, in pixels. */
const rowHeight = 60
/** The bars with their gaps are as high as the rows with the button below them. */
const barHeight = 53

type Props<T> = {
  label: string
  list: Parameters<typeof LoadedList<T>>[0]['list']
  getKey: (item: T) => string
  children: (item: T) => ReactNode
}

/**
 * The first few of a list, and all of them once somebody asks for more. A few are drawn as they are:
 * the home has several, and to make each ready for scrolling takes longer than to draw it.
 */
export function ShowMore<T>({ label, list, getKey, children }: Props<T>) {
  const [isWhole, setIsWhole] = useState(false)
  const LongList = useLazy(async () => (await import('#web/kit/list/long-list.tsx')).LongList<T>, {
    afterInteraction: true,
  })
  const drawFew = (items: T[]) => (
    <ul className={styles.rows} aria-label={label}>
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
