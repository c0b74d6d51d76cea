import type { PageAsked, SortBy } from '#contract/kit/endpoint.ts'
import type { Db } from '../open.ts'
import type { ListParameters, NamedPageOrder, OrderColumn, Page, ReadPage } from './paginate.ts'

type SortedPage<Column extends string> = PageAsked & { sort?: SortBy<Column> | undefined }

/**
 * A list that can be put in order by each of its columns, from either end, besides the order that
 * it has by itself. `orders` says of each what rows are ordered by, the last of it unique; `read`
 * makes the list in such an order, as `paginate` and `paginateWithDeferredJoin` do.
 */
export function sortableList<Column extends string, G extends ListParameters, Row>(
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
