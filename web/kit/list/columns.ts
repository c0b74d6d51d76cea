import type { ReactNode } from 'react'

/** How important a column is: without enough room, the least important ones are dropped. */
type Priority = 'always' | 'high' | 'medium' | 'low' | 'least'

const priorities: Priority[] = ['always', 'high', 'medium', 'low', 'least']

export type Column<T> = {
  header: string
  /**
   * The content of a row's cell; text that does not fit is truncated. `left` holds the headers of
   * the dropped columns, whose content the cell may include.
   */
  cell: (item: T, index: number, left: ReadonlySet<string>) => ReactNode
  /** The minimum width in pixels; the remaining width is shared by the columns that grow. */
  width: number
  /** The width it gets before less important columns are placed and before others grow. */
  preferredWidth?: number
  /** A number is a factor on its share of the remaining width. */
  grows?: boolean | number
  /** Default: 'always'. */
  priority?: Priority
  /** Numbers are right-aligned. */
  isNumber?: boolean
  /** The name under which the list can be sorted by this column; undefined if it cannot. */
  sort?: string
  /**
   * Its role on a card: one column is the title, at most three are facts; columns without a role
   * are left out. Actions go below the facts, or beside them from the second fact on.
   */
  card?: 'title' | 'fact' | 'action' | 'action-beside'
  /** The content on a card, if it differs; a fact without content is left out. */
  onCard?: (item: T, index: number) => ReactNode
}

/** A visible column and its width in pixels; null without a layout. */
export type LaidOutColumn<T> = Omit<Column<T>, 'cell'> & {
  cell: (item: T, index: number) => ReactNode
  room: number | null
}

/**
 * The columns that fit next to each other, and their widths. Columns of the lowest priority are
 * dropped first, and among equals the last one, so that no column reappears in less room. With a
 * room of 0, as where nothing is laid out, all columns stay.
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

/** Gives each column its preferred width, or as much as possible, and distributes the rest. */
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
