import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { addDays, getMonday } from '#contract/kit/time/zone.ts'
import { addMonth } from './view-dates.ts'

/** A position in the calendar: a date, and the index of an item on it, or -1 for the day itself. */
export type GridPosition = { date: string; at: number }

type Options = {
  /** The initial date (YYYY-MM-DD). */
  date: string
  /** Whether the grid has a row for each week, so that up and down move by a week. */
  isMonth?: boolean
  /** The dates that can be reached, in order; all dates if omitted. */
  among?: string[] | undefined
  /** Called when a key leads to a date that is not visible. */
  goTo: (date: string) => void
}

/**
 * Attributes of an element that can be reached by arrow keys; out of the tab order until it is
 * current.
 */
export const getPositionProps = (date: string, at = -1) => ({
  'data-date': date,
  'data-at': at,
  tabIndex: -1,
})

/** Attributes of an element that follows the current position in the tab order. */
export const nextTabStopProps = { 'data-beside': true, tabIndex: -1 }

/**
 * Roving tabindex for the calendar: Tab reaches one position, and keys move between positions
 * (arrows, Home and End in the week, PageUp and PageDown by month). Each element gets
 * `getPositionProps(…)`. The tabindex is set on the elements directly, so that moving renders
 * nothing.
 */
export function useRovingFocus<E extends HTMLElement>({
  date,
  isMonth = false,
  among,
  goTo,
}: Options) {
  const grid = useRef<E>(null)
  const [wanted, focusOn] = useState<GridPosition>()
  const stop = useRef<HTMLElement>(undefined)

  // After a key led to a date that was not visible, focuses it once it is.
  useEffect(() => {
    const target = wanted && findElementAt(grid, wanted)
    if (!target) return
    focusOn(undefined)
    target.focus()
  })
  // Keeps one position in the tab order: the current one may have been removed.
  useEffect(() => {
    const there = listPositions(grid)
    if (there.some(({ element }) => element === stop.current)) return
    const first = there.find(({ place }) => place.date === date) ?? there[0]
    setTabStop(first?.element)
  })

  function setTabStop(element: HTMLElement | undefined) {
    for (const one of withAdjacent(stop.current)) one.tabIndex = -1
    for (const one of withAdjacent(element)) one.tabIndex = 0
    stop.current = element
  }

  function move(event: KeyboardEvent<E>) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const from = event.target instanceof HTMLElement ? getPosition(event.target) : undefined
    if (!from) return
    const there = listPositions(grid)
    const step = isMonth ? undefined : findAboveOrBelow(there, from, event.key)
    const next = step ? undefined : getDateForKey(from.date, event.key, isMonth)
    if (!step && next === undefined) return
    event.preventDefault()
    const to = next && among ? findNearestDate(next, { among, from: from.date }) : next
    const target = step ?? findNearest(there, to ?? '', from)
    if (target) target.element.focus()
    else if (to !== undefined) {
      focusOn({ date: to, at: among ? from.at : -1 })
      goTo(to)
    }
  }

  return {
    grid,
    /** Focuses a position, or its day, as soon as it is rendered. */
    focusOn,
    /** Props for the element that contains all positions. */
    keys: {
      onKeyDown: move,
      onFocus({ target }: { target: EventTarget }) {
        const element = target instanceof HTMLElement ? findElement(target) : undefined
        if (element) setTabStop(element)
      },
    },
  }
}

type Found = { place: GridPosition; element: HTMLElement }

/** The element itself or its ancestor that is a position. */
function findElement(element: HTMLElement): HTMLElement | undefined {
  return element.closest<HTMLElement>('[data-date]') ?? undefined
}

/** A position, and the elements that follow it in the tab order. */
function withAdjacent(place: HTMLElement | undefined): HTMLElement[] {
  const beside = place?.parentElement?.querySelectorAll<HTMLElement>(':scope > [data-beside]')
  return place ? [place, ...(beside ?? [])] : []
}

function getPosition(element: HTMLElement): GridPosition | undefined {
  const { date, at } = findElement(element)?.dataset ?? {}
  return date === undefined || at === undefined ? undefined : { date, at: Number(at) }
}

function listPositions(grid: RefObject<HTMLElement | null>): Found[] {
  const elements = [...(grid.current?.querySelectorAll<HTMLElement>('[data-date]') ?? [])]
  return elements.flatMap((element) => {
    const place = getPosition(element)
    return place ? [{ place, element }] : []
  })
}

function findElementAt(grid: RefObject<HTMLElement | null>, { date, at }: GridPosition) {
  const onDay = listPositions(grid).filter(({ place }) => place.date === date)
  return (onDay.find(({ place }) => place.at === at) ?? onDay[0])?.element
}

/** The item above or below on the same day; undefined for other keys and at either end. */
function findAboveOrBelow(there: Found[], from: GridPosition, key: string): Found | undefined {
  const onDay = there.filter(({ place }) => place.date === from.date)
  const sorted = onDay.toSorted((a, b) => a.place.at - b.place.at)
  if (key === 'ArrowDown') return sorted.find(({ place }) => place.at > from.at)
  if (key === 'ArrowUp') return sorted.findLast(({ place }) => place.at < from.at)
  return undefined
}

/** The date to which a key leads; undefined for other keys. */
function getDateForKey(date: string, key: string, isMonth: boolean): string | undefined {
  const monday = getMonday(date)
  if (key === 'ArrowLeft') return addDays(date, -1)
  if (key === 'ArrowRight') return addDays(date, 1)
  if (key === 'Home') return monday
  if (key === 'End') return addDays(monday, 6)
  if (key === 'PageUp') return addMonth(date, -1)
  if (key === 'PageDown') return addMonth(date, 1)
  if (isMonth && key === 'ArrowUp') return addDays(date, -7)
  if (isMonth && key === 'ArrowDown') return addDays(date, 7)
  return undefined
}

/** The nearest allowed date from a date on, in the direction of travel. */
function findNearestDate(date: string, { among, from }: { among: string[]; from: string }) {
  return date > from ? among.find((one) => one >= date) : among.findLast((one) => one <= date)
}

/** The item on a date that is nearest to the current one by time of day. */
function findNearest(there: Found[], date: string, from: GridPosition): Found | undefined {
  const onDay = there.filter(({ place }) => place.date === date)
  const alike = onDay.filter(({ place }) => place.at < 0 === from.at < 0)
  const [best] = (alike.length > 0 ? alike : onDay).toSorted(
    (a, b) => Math.abs(a.place.at - from.at) - Math.abs(b.place.at - from.at),
  )
  return best
}
