import type { Column } from './columns.ts'
import type { Selection } from './selection.ts'
import type { Sorting } from './sort.ts'

/** The props of a list, shown as a table or as cards. */
export type ListProps<T> = {
  /** The list's accessible name. */
  label: string
  items: T[]
  getKey: (item: T) => string
  /** Memoize the array: unchanged rows are then not rendered again. */
  columns: Column<T>[]
  /** For a sortable list. */
  sorting?: Sorting
  choice?: Selection<T>
}
