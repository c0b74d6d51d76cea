import { useSearchParams } from 'react-router'

/** Typing replaces the history entry; choosing adds one, so that Back undoes it. */
type Step = 'typed' | 'chosen'

/** The query string of the address, and how to change it. */
export function useUrlQuery() {
  const [params, setParams] = useSearchParams()
  function change(by: (params: URLSearchParams) => void, step: Step = 'chosen') {
    // `params` may not include the change before this one yet.
    const present = new URLSearchParams(window.location.search)
    by(present)
    // Keeps the scroll position, and renders before the next step: a field that never rendered a
    // step would not notice that Back undid it.
    setParams(present, { replace: step === 'typed', preventScrollReset: true, flushSync: true })
  }
  return { params, change }
}

/** Validates each filter's value, as the endpoint's query does. */
type Validators<Name extends string> = {
  [name in Name]?: { safeParse: (value: string) => { success: boolean } }
}

/** The values of filters, and how to set one. */
export type Filter<Name extends string> = {
  values: Record<Name, string>
  setFilter: (name: Name, value: string, step?: Step) => void
}

/**
 * The filters of a list, as texts by name. The address holds them, so that they survive a reload. A
 * filter that has its default, or an invalid value, is not set.
 */
export function useFilter<Name extends string>(
  defaults: Record<Name, string>,
  validators: Validators<NoInfer<Name>> | undefined = {},
) {
  const { params, change } = useUrlQuery()
  const names = Object.keys(defaults) as Name[] // An object has just the keys of its own type here.
  const given = (name: Name) => params.get(name) ?? defaults[name]
  const isUsable = (name: Name) =>
    given(name) === defaults[name] || validators[name]?.safeParse(given(name)).success !== false
  const values = Object.fromEntries(
    names.map((name) => [name, isUsable(name) ? given(name) : defaults[name]]),
  ) as Record<Name, string> // As the names are all there are.

  function setFilter(name: Name, value: string, step: Step = 'chosen') {
    change((present) => {
      if (value === defaults[name]) present.delete(name)
      else present.set(name, value)
    }, step)
  }
  const isFilteredBy = (name: Name) => values[name] !== defaults[name]
  return {
    values,
    defaults,
    /** The query of the call: only the filters that are set. */
    query: Object.fromEntries(
      names.filter(isFilteredBy).map((name) => [name, values[name]]),
    ) as Partial<Record<Name, string>>, // As the names are those of `values`.
    setFilter,
    isFiltered: names.some(isFilteredBy),
    activeFilters: names.filter(isFilteredBy),
    /** Whether all filters in the address are valid. */
    isUsable: names.every(isUsable),
    clear: () => {
      // The pressed button disappears with the filters.
      document.querySelector('h1')?.focus({ preventScroll: true })
      change((present) => {
        for (const name of names) present.delete(name)
      })
    },
  }
}
