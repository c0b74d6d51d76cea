import { Card } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useLayoutEffect, useRef, useState } from 'react'
import type { ListProps } from './list-props.ts'
import { Cards } from './table/cards.tsx'
import { WideTable } from './table/wide-table.tsx'

/** A list as a table, or as cards where a table has no room: below 640 px. */
export function TableOrCards<T>(props: ListProps<T>) {
  const isNarrow = useMediaQuery('(max-width: 639px)', undefined, {
    getInitialValueInEffect: false,
  })
  return isNarrow ? <Cards {...props} /> : <MeasuredTable {...props} />
}

/**
 * How wide the last table was, as the next one will be: whoever goes back finds the page as long as
 * it was at once, and so at the same row.
 */
let lastRoom: number | undefined

/** A table of those columns that have room where it stands. */
function MeasuredTable<T>(props: ListProps<T>) {
  const place = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(lastRoom)

  // Known before anything is drawn: no column comes only to leave.
  useLayoutEffect(() => {
    const look = () => {
      lastRoom = place.current?.clientWidth
      setRoom(lastRoom)
    }
    look()
    const watcher = new ResizeObserver(look)
    if (place.current) watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [])

  return (
    // What sticks to the window's top must not stand in what cuts off.
    <Card ref={place} withBorder p={0} style={{ overflow: 'visible' }}>
      {room !== undefined && <WideTable {...props} room={room} />}
    </Card>
  )
}
