import { Card } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useLayoutEffect, useRef, useState } from 'react'
import type { ListProps } from './list-props.ts'
import { Cards } from './table/cards.tsx'
import { ResponsiveTable } from './table/responsive-table.tsx'

/** A list as a table, or as cards below 640 px. */
export function TableOrCards<T>(props: ListProps<T>) {
  const isNarrow = useMediaQuery('(max-width: 639px)', undefined, {
    getInitialValueInEffect: false,
  })
  return isNarrow ? <Cards {...props} /> : <MeasuredTable {...props} />
}

/**
 * The width of the last table, as the first guess for the next one: going back, the page has its
 * old height at once, and so its old scroll position.
 */
let lastRoom: number | undefined

/** A table of the columns that fit into its width. */
function MeasuredTable<T>(props: ListProps<T>) {
  const place = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(lastRoom)

  // Measured before the first paint, so that no column appears and disappears.
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
    // The sticky header needs an ancestor that does not clip.
    <Card ref={place} withBorder p={0} style={{ overflow: 'visible' }}>
      {room !== undefined && <ResponsiveTable {...props} room={room} />}
    </Card>
  )
}
