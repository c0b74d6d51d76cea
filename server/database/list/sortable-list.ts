import type { PageRequest, SortBy } from '#contract/kit/endpoint.ts'
import type { Db } from '../connect.ts'
import type { ListParameters, NamedPageOrder, OrderColumn, Page, ReadPage } from './paginate.ts'

type SortedPage<Column extends string> = PageRequest & { sort?: SortBy<Column> | undefined }

/**
 * Defines a list that can be sorted by each of its columns in both directions, besides its default
 * order `own`. `orders` has the columns of each order, the last one unique; `read` makes the list
 * in an order, with `paginate` or `defineListWithDeferredJoin`.
 */
export function defineSortableList<Column extends string, G extends ListParameters, Row>(
  orders: Record<Column, readonly OrderColumn[]>,
  own: ReadPage<G, Row>,
  read: (listing: NamedPageOrder) => ReadPage<G, Row>,
): (db: Db, given: G, asked: SortedPage<Column>) => Promise<Page<Row>> {
  const sorted = new Map<string, ReadPage<G, Row>>()
  const add = (name: string, columns: readonly OrderColumn[], direction: 'asc' | 'desc') =>
    sorted.set(name, read({ name, order: { columns, direction } }))
  for (const [column, columns] of Object.entries<readonly OrderColumn[]>(orders)) {
    add(column, columns, 'asc')
    add(`-${column}`, columns, 'desc')
  }
  return (db, given, { sort = '', ...asked }) => (sorted.get(sort) ?? own)(db, given, asked)
}
