import { Fragment, memo, type ReactNode } from 'react'
import { useHasMore } from '../page/states.tsx'
import styles from './long-list.module.css'
import { canRenderAllRows, useVirtualRows } from './virtual-rows.ts'

type Props<T> = {
  /** The list's accessible name. */
  label: string
  items: T[]
  getKey: (item: T) => string
  height: number
  gap: number
  /** Renders a row. Memoize it: unchanged rows are then not rendered again. */
  children: (item: T, index: number) => ReactNode
}

/** A virtualized list: of a long list only the visible rows are rendered. */
export function LongList<T>({ label, items, getKey, height, gap, children }: Props<T>) {
  const { list, rows, spaceAfter, measure, onFocus } = useVirtualRows<T, HTMLUListElement>(items, {
    label,
    getKey,
    height,
    gap,
  })
  const isWhole = canRenderAllRows(items)
  const size = useHasMore() ? -1 : items.length
  return (
    <ul ref={list} className={styles.list} aria-label={label} style={{ gap }} onFocus={onFocus}>
      {rows.map(({ item, key, index, spaceBefore }) => (
        <Fragment key={key}>
          <Spacer height={spaceBefore} />
          <li
            ref={measure}
            data-index={index}
            {...(isWhole ? {} : { 'aria-setsize': size, 'aria-posinset': index + 1 })}
          >
            <One item={item} index={index} draw={children} />
          </li>
        </Fragment>
      ))}
      <Spacer height={spaceAfter} />
    </ul>
  )
}

function Spacer({ height }: { height: number }) {
  return height > 0 ? <li aria-hidden="true" style={{ height }} /> : null
}

type OneProps<T> = { item: T; index: number; draw: (item: T, index: number) => ReactNode }

function Drawn<T>({ item, index, draw }: OneProps<T>) {
  return draw(item, index)
}
const One = memo(Drawn) as typeof Drawn
