import type { ReactNode } from 'react'

/** How much a column matters: where there is no room for all, those that matter least leave first. */
type Priority = 'always' | 'high' | 'medium' | 'low' | 'least'

const priorities: Priority[] = ['always', 'high', 'medium', 'low', 'least']

export type Column<T> = {
  header: string
  /**
   * What a row says there; a text that finds no room ends in an ellipsis. It may say what others
   * would, which have left, by their headers.
   */
  cell: (item: T, index: number, left: ReadonlySet<string>) => ReactNode
  /** The least room it takes, in pixels; what all together leave is shared by those that grow. */
  width: number
  /** The room it gets before any that matters less has a place, and before others grow. */
  preferredWidth?: number
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
export type LaidOutColumn<T> = Omit<Column<T>, 'cell'> & {
  cell: (item: T, index: number) => ReactNode
  room: number | null
}

/**
 * The columns that have room beside each other, and how wide they are: those of the lowest priority
 * leave first, and of those alike the last one, so that none comes back in less room. In no room at
 * all, as where nothing is laid out, all of them stand.
 */
export function layOutColumns<T>(columns: Column<T>[], room: number): LaidOutColumn<T>[] {
  const standing = room === 0 ? columns : columnsIn(columns, room)
  const left = new Set(columns.filter((one) => !standing.includes(one)).map(({ header }) => header))
  const rooms = room === 0 ? [] : shareOut(standing, room)
  return standing.map((column, place) => ({
    ...column,
    cell: (item, index) => column.cell(item, index, left),
    room: rooms[place] ?? null,
  }))
}

function columnsIn<T>(columns: Column<T>[], room: number): Column<T>[] {
  const byPriority = priorities.flatMap((one) => columns.filter((column) => is(column, one)))
  const leaving = byPriority.findIndex((column, place) => {
    const before = byPriority.slice(0, place)
    const taken = addUp(before, (one) =>
      getPriority(one) === getPriority(column) ? one.width : wantedBy(one),
    )
    return !is(column, 'always') && taken + column.width > room
  })
  const standing = new Set(leaving < 0 ? byPriority : byPriority.slice(0, leaving))
  return columns.filter((column) => standing.has(column))
}

/** Gives each what it wants, or as much of that as there is, and shares the rest. */
function shareOut<T>(columns: Column<T>[], room: number): number[] {
  const free = Math.max(room - addUp(columns, ({ width }) => width), 0)
  const extra = addUp(columns, getExtra)
  const met = extra > 0 ? Math.min(free / extra, 1) : 0
  const rest = free - met * extra
  const growing = addUp(columns, getGrowth)
  return columns.map((column) => {
    const share = growing > 0 ? (rest * getGrowth(column)) / growing : 0
    return Math.floor(column.width + met * getExtra(column) + share)
  })
}

const getPriority = <T>({ priority = 'always' }: Column<T>) => priority
const is = <T>(column: Column<T>, priority: Priority) => getPriority(column) === priority
const wantedBy = <T>({ width, preferredWidth = width }: Column<T>) => preferredWidth
const getExtra = <T>(column: Column<T>) => wantedBy(column) - column.width
const getGrowth = <T>({ width, grows = false }: Column<T>) => width * Number(grows)

function addUp<T>(columns: Column<T>[], measure: (column: Column<T>) => number): number {
  return columns.reduce((sum, column) => sum + measure(column), 0)
}
