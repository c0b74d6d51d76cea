import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { type FocusEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Lists up to this length are rendered completely. */
const renderAllUpTo = 100

/** Whether a list is so short that all its rows are rendered, visible or not. */
export function canRenderAllRows(items: unknown[]): boolean {
  return items.length <= renderAllUpTo
}

/** How many rows are rendered above and below the visible ones. */
const overscan = 4

type Options<T> = {
  /** The list's name, unique on its screen. */
  label: string
  getKey: (item: T) => string
  /** The estimated height of a row in pixels, until it is measured. */
  height: number
  gap?: number
}

/** A row to render, and the space in pixels to leave before it for rows that are not rendered. */
type VirtualRow<T> = { item: T; key: string; index: number; spaceBefore: number }

/**
 * Virtual scrolling: which rows of a long list to render. These are the visible rows, some around
 * them, and the row that was focused last with its neighbours, so that Tab works; the page scrolls
 * as if all rows were there. Each row needs `measure` as its ref and its index as `data-index`.
 */
export function useVirtualRows<T, List extends HTMLElement>(
  items: T[],
  { label, getKey, height, gap = 0 }: Options<T>,
) {
  const list = useRef<List>(null)
  const top = useTop(list)
  const lastFocused = useRef<string>(undefined)
  const keyAt = useCallback((index: number) => getKey(known(items, index)), [items, getKey])
  const place = `${useLocation().key} ${label}`
  const [seen] = useState(() => virtualizerByPlace.get(place)?.takeSnapshot() ?? [])

  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: items.length,
    getItemKey: keyAt,
    estimateSize: () => height,
    gap,
    overscan,
    scrollMargin: top,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialMeasurementsCache: seen,
    rangeExtractor: (range) => {
      if (canRenderAllRows(items)) return items.map((_, index) => index)
      const inView = defaultRangeExtractor(range)
      if (lastFocused.current === undefined) return inView
      const focused = items.findIndex((item) => getKey(item) === lastFocused.current)
      if (focused < 0) return inView
      const near = [focused - 1, focused, focused + 1].filter((index) => items[index])
      return [...new Set([...inView, ...near])].sort((a, b) => a - b)
    },
  })
  useEffect(() => rememberSizes(place, virtualizer), [place, virtualizer])

  const rows: VirtualRow<T>[] = []
  let end = top - gap
  for (const { index, start, ...row } of virtualizer.getVirtualItems()) {
    const item = known(items, index)
    rows.push({ item, key: getKey(item), index, spaceBefore: spaceBetween(end, start) })
    end = row.end
  }
  return {
    list,
    rows,
    spaceAfter: spaceBetween(end, top + virtualizer.getTotalSize() + gap),
    measure: virtualizer.measureElement,
    /** For the list: remembers which row has the focus. */
    onFocus({ target }: FocusEvent) {
      const row = target.closest('[data-index]')
      const index = Number(row?.getAttribute('data-index') ?? -1)
      if (row && list.current?.contains(row) && items[index]) lastFocused.current = keyAt(index)
    },
  }

  /** The space to leave there, beyond the gaps on both sides; 0 between neighbours. */
  function spaceBetween(end: number, start: number): number {
    return Math.max(start - end - 2 * gap, 0)
  }
}

function known<T>(items: T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new Error(`The list has no row ${index}`)
  return item
}

/** An element's distance from the top of the page in pixels, kept up to date. */
function useTop(element: { current: HTMLElement | null }): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const look = () => {
      const box = element.current?.getBoundingClientRect()
      if (box) setTop(Math.round(box.top + window.scrollY))
    }
    look()
    const watcher = new ResizeObserver(look)
    watcher.observe(document.body)
    return () => watcher.disconnect()
  }, [element])
  return top
}

/** How many lists are remembered, for going back several steps. */
const placesKept = 20

/**
 * The measured row heights by history entry: going back, the page has its old height, and so its
 * old scroll position.
 */
const virtualizerByPlace = new Map<string, Virtualizer<Window, HTMLElement>>()

function rememberSizes(place: string, seen: Virtualizer<Window, HTMLElement>): void {
  virtualizerByPlace.delete(place)
  virtualizerByPlace.set(place, seen)
  const [oldest] = virtualizerByPlace.keys()
  if (virtualizerByPlace.size > placesKept && oldest !== undefined)
    virtualizerByPlace.delete(oldest)
}
