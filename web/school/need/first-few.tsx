import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { LongList } from '#web/kit/list/long-list.tsx'
import { LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import styles from './need-card.module.css'

/** So many are told before somebody asks for more. */
const few = 5
/** How high a row is about, in pixels. */
const rowHeight = 60
/** The bars with their gaps are as high as the rows with the button below them. */
const barHeight = 53

type Props<T> = {
  label: string
  list: Parameters<typeof LoadedList<T>>[0]['list']
  keyOf: (item: T) => string
  children: (item: T) => ReactNode
}

/** The first few of a list, and all of them once somebody asks for more. */
export function FirstFew<T>({ label, list, keyOf, children }: Props<T>) {
  const [isWhole, setIsWhole] = useState(false)
  const isLonger = (list.items?.length ?? 0) > few
  if (isWhole || !isLonger) {
    return (
      <LoadedList list={list} skeleton={<Skeletons count={few} height={barHeight} />} empty={null}>
        {(items) => (
          <LongList label={label} items={items} keyOf={keyOf} height={rowHeight} gap={0}>
            {children}
          </LongList>
        )}
      </LoadedList>
    )
  }
  return (
    <>
      <ul className={styles.rows} aria-label={label}>
        {list.items?.slice(0, few).map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      <Button
        variant="default"
        mt="xs"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setIsWhole(true)}
      >
        Show more
      </Button>
    </>
  )
}
