import { useUrlQuery } from './filter/filter.ts'

/** The order of a list: a column's name, with a leading '-' for descending. */
export type Sorting = {
  /** As the call takes it; empty for the default order. */
  sort: string
  /** Sorts by a column; the second time descending, the third time by the default order. */
  sortBy: (name: string) => void
  /** Sorts the list by any value that `sort` can have. */
  order: (sort: string) => void
}

/** The order of a list, one of those it `knows`. In the address, so that it survives a reload. */
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
      // `params` may not include the change before this one yet.
      const present = new URLSearchParams(window.location.search).get('sort') ?? ''
      order({ [name]: `-${name}`, [`-${name}`]: '' }[present] ?? name)
    },
  }
}

/** A column's value for `aria-sort`. */
export function getAriaSort(sort: string, name: string): 'ascending' | 'descending' | 'none' {
  if (sort === name) return 'ascending'
  return sort === `-${name}` ? 'descending' : 'none'
}
