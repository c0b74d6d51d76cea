import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { type FocusEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** A list of so many rows stands on the page whole. */
const renderAllUpTo = 100

/** Whether a list is so short that all its rows are made, in view or not. */
export function rendersAllRows(items: unknown[]): boolean {
  return items.length <= renderAllUpTo
}

/** So many rows stand ready on either side of what is in view. */
const overscan = 4

type Options<T> = {
  /** What is listed: a name by which the screen's lists differ. */
  label: string
  getKey: (item: T) => string
  /** How high a row is about, in pixels, before it has been seen. */
  height: number
  /** The pixels between two rows. */
  gap?: number
}

/** A row to put on the page, and the pixels to leave free before it for those that are left out. */
type VirtualRow<T> = { item: T; key: string; index: number; spaceBefore: number }

/**
 * Virtual scrolling: which rows of a long list to put on the page. These are those in view, some
 * around them, and the one that had the focus last with its neighbours, so that the keyboard finds
 * its way; the page scrolls as if all were there. Each row takes `measure` as its reference and its
 * index as `data-index`.
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
      if (rendersAllRows(items)) return items.map((_, index) => index)
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
    /** For the list, to note which row has the focus. */
    onFocus({ target }: FocusEvent) {
      const row = target.closest('[data-index]')
      const index = Number(row?.getAttribute('data-index') ?? -1)
      if (row && list.current?.contains(row) && items[index]) lastFocused.current = keyAt(index)
    },
  }

  /** What is to be left free there, besides the gaps on both sides of it; 0 between neighbours. */
  function spaceBetween(end: number, start: number): number {
    return Math.max(start - end - 2 * gap, 0)
  }
}

function known<T>(items: T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new Error(`The list has no row ${index}`)
  return item
}

/** How far down the page an element begins, in pixels, whatever comes and goes above it. */
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

/** So many lists are remembered: some steps back. */
const placesKept = 20

/**
 * How high the rows were, by the place in the browser's history: whoever goes back there finds the
 * page just as long, and so the same rows in view.
 */
const virtualizerByPlace = new Map<string, Virtualizer<Window, HTMLElement>>()

function rememberSizes(place: string, seen: Virtualizer<Window, HTMLElement>): void {
  virtualizerByPlace.delete(place)
  virtualizerByPlace.set(place, seen)
  const [oldest] = virtualizerByPlace.keys()
  if (virtualizerByPlace.size > placesKept && oldest !== undefined)
    virtualizerByPlace.delete(oldest)
}
