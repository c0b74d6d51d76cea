import type { ReactNode } from 'react'

/** How much a column matters: where there is no room for all, those that matter least leave first. */
type Priority = 'always' | 'high' | 'medium' | 'low'

const priorities: Priority[] = ['always', 'high', 'medium', 'low']

export type Column<T> = {
  header: string
  /** What a row says there; a text that finds no room ends in an ellipsis. */
  cell: (item: T, index: number) => ReactNode
  /** The least room it takes, in pixels; what all together leave is shared by those that grow. */
  width: number
  /** A number is how much faster it grows than by its width alone. */
  grows?: boolean | number
  /** 'always' unless something else is said. */
  priority?: Priority
  /** Numbers stand at the right edge. */
  isNumber?: boolean
  /** By what name the list is put in order by it; nothing where it cannot be. */
  sort?: string
  /**
   * What it is on a card: one is the title, at most three are facts; others are not there. What can
   * be done stands below them, or, where facts leave it room from the second on, beside these.
   */
  card?: 'title' | 'fact' | 'action' | 'action-beside'
  /** What it says on a card, where that is something else; a fact of nothing is not there. */
  onCard?: (item: T, index: number) => ReactNode
}

/** A column that has found room, and how wide it is; null where nothing is laid out. */
export type PlacedColumn<T> = Column<T> & { room: number | null }

/**
 * The columns that have room beside each other, and how wide they are: those of the lowest priority
 * leave first, and of those alike what finds no room, from the left on. In no room at all, as where
 * nothing is laid out, all of them stand.
 */
export function placeColumns<T>(columns: Column<T>[], room: number): PlacedColumn<T>[] {
  if (room === 0) return columns.map((column) => ({ ...column, room: null }))
  const placed = columnsIn(columns, room)
  const growing = placed.reduce((sum, column) => sum + growthOf(column), 0)
  const left = Math.max(room - widthOf(placed), 0)
  return placed.map((column) => {
    const growth = growthOf(column)
    const share = growth > 0 ? (left * growth) / growing : 0
    return { ...column, room: Math.floor(column.width + share) }
  })
}

function columnsIn<T>(columns: Column<T>[], room: number): Column<T>[] {
  const fitting = new Set<Column<T>>()
  for (const priority of priorities) {
    const alike = columns.filter((column) => (column.priority ?? 'always') === priority)
    for (const column of alike) {
      const fits = widthOf([...fitting, column]) <= room
      if (fits || priority === 'always') fitting.add(column)
    }
    if (alike.some((column) => !fitting.has(column))) break
  }
  return columns.filter((column) => fitting.has(column))
}

function growthOf<T>({ width, grows = false }: Column<T>): number {
  return width * Number(grows)
}

function widthOf<T>(columns: Column<T>[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0)
}
