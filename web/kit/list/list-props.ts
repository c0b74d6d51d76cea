import type { Column } from './columns.ts'
import type { Selection } from './selection.ts'
import type { Sorting } from './sort.ts'

/** What a list shows, as a table or as cards. */
export type ListProps<T> = {
  /** What is listed, for who cannot see the heading. */
  label: string
  items: T[]
  getKey: (item: T) => string
  /** The same array each time spares drawing rows that have not changed. */
  columns: Column<T>[]
  /** For a list that can be put in order by its columns. */
  sorting?: Sorting
  /** For a list whose rows can be chosen, to do something about many. */
  choice?: Selection<T>
}
