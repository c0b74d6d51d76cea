import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { addDays, getMonday } from '#contract/kit/time/zone.ts'
import { addMonth } from './dates.ts'

/** A place of the calendar: a date, and below it what stands there, by its order; -1 is the day itself. */
export type GridPosition = { date: string; at: number }

type Options = {
  /** The date (YYYY-MM-DD) to begin with. */
  date: string
  /** Whether a day stands below another one, a week later, as in a month. */
  isMonth?: boolean
  /** The dates to which the arrows lead, in their order; without them to all. */
  among?: string[] | undefined
  /** Shows another date, where an arrow leads beyond what is shown. */
  goTo: (date: string) => void
}

/** What makes an element a place of the calendar; at first Tab leads to none of them. */
export const getPositionProps = (date: string, at = -1) => ({
  ...{ 'data-date': date, 'data-at': at, tabIndex: -1 },
})

/** What makes an element one that Tab leads to from the place it stands beside. */
export const adjacentProps = { 'data-beside': true, tabIndex: -1 }

/**
 * The focus roves over a calendar: Tab leads to one place of it, and the keys from one to the next
 * (arrows, Home and End in the week, PageUp and PageDown by months). Each place takes `placeAt(…)`.
 * Where Tab leads to is set on the elements themselves: a step draws nothing anew.
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

  // Where an arrow has led to a date that was not shown, the focus follows once it is.
  useEffect(() => {
    const target = wanted && findElementAt(grid, wanted)
    if (!target) return
    focusOn(undefined)
    target.focus()
  })
  // Tab always leads somewhere: what had the focus may be gone.
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
    /** Moves the focus to a place, or to its day, as soon as that is there. */
    focusOn,
    /** For the element that holds all places. */
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

/** The place that an element is, or stands in. */
function findElement(element: HTMLElement): HTMLElement | undefined {
  return element.closest<HTMLElement>('[data-date]') ?? undefined
}

/** A place, and what Tab leads to from it. */
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

/** What stands above or below on the same day; nothing for other keys, or at its ends. */
function findAboveOrBelow(there: Found[], from: GridPosition, key: string): Found | undefined {
  const onDay = there.filter(({ place }) => place.date === from.date)
  const sorted = onDay.toSorted((a, b) => a.place.at - b.place.at)
  if (key === 'ArrowDown') return sorted.find(({ place }) => place.at > from.at)
  if (key === 'ArrowUp') return sorted.findLast(({ place }) => place.at < from.at)
  return undefined
}

/** The date to which a key leads; undefined for one that leads to none. */
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

/** The nearest of some dates from one on, away from where one comes from. */
function findNearestDate(date: string, { among, from }: { among: string[]; from: string }) {
  return date > from ? among.find((one) => one >= date) : among.findLast((one) => one <= date)
}

/** What stands on a date nearest to the time of day that one comes from. */
function findNearest(there: Found[], date: string, from: GridPosition): Found | undefined {
  const onDay = there.filter(({ place }) => place.date === date)
  const alike = onDay.filter(({ place }) => place.at < 0 === from.at < 0)
  const [best] = (alike.length > 0 ? alike : onDay).toSorted(
    (a, b) => Math.abs(a.place.at - from.at) - Math.abs(b.place.at - from.at),
  )
  return best
}
