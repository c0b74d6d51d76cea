import { useUrlQuery } from './filter/filter.ts'

/** What a list is put in order by: a column's name, with a '-' before it the other way round. */
export type Sorting = {
  /** As a call takes it; empty for the list's own order. */
  sort: string
  /** Puts the list in order by a column; by the same again the other way round, then as it was. */
  sortBy: (name: string) => void
  /** Puts the list in one of the orders that `sort` can be. */
  order: (sort: string) => void
}

/** The order of a list, one of those it `knows`. The address keeps it, so that it survives a reload. */
export function useSorting(knows: readonly string[]): Sorting {
  const { params, change } = useUrlQuery()
  const asked = params.get('sort') ?? ''
  const sort = knows.includes(asked.replace(/^-/, '')) ? asked : ''
  const order = (next: string) =>
    change((present) => {
      if (next) present.set('sort', next)
      else present.delete('sort')
    })
  return {
    sort,
    order,
    sortBy(name) {
      // Of what was changed just before, `params` may know nothing yet.
      const present = new URLSearchParams(window.location.search).get('sort') ?? ''
      order({ [name]: `-${name}`, [`-${name}`]: '' }[present] ?? name)
    },
  }
}

/** How a column stands in the order of its list, in ARIA's words. */
export function getOrder(sort: string, name: string): 'ascending' | 'descending' | 'none' {
  if (sort === name) return 'ascending'
  return sort === `-${name}` ? 'descending' : 'none'
}
