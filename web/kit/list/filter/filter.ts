import { useSearchParams } from 'react-router'

/** What is typed is no step in the browser's history; what is chosen is one, which Back undoes. */
type Step = 'typed' | 'chosen'

/** What the address says behind its '?', and how to change it. */
export function useUrlQuery() {
  const [params, setParams] = useSearchParams()
  function change(by: (params: URLSearchParams) => void, step: Step = 'chosen') {
    // Of what was changed just before, `params` may know nothing yet.
    const present = new URLSearchParams(window.location.search)
    by(present)
    // The page stays where it is scrolled, and follows before another step can be taken: a field
    // whose step was never drawn would not see that it was taken back.
    setParams(present, { replace: step === 'typed', preventScrollReset: true, flushSync: true })
  }
  return { params, change }
}

/** What judges a filter of each name, as the query of an endpoint does. */
type Validators<Name extends string> = {
  [name in Name]?: { safeParse: (value: string) => { success: boolean } }
}

/**
 * What a list is narrowed to, a text by each name. The address keeps it, so that it survives a
 * reload; a text as in `open` narrows nothing, nor does one that its judge refuses.
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
    /** The same as a call takes it: without what narrows nothing. */
    query: Object.fromEntries(
      names.filter(isFilteredBy).map((name) => [name, values[name]]),
    ) as Partial<Record<Name, string>>, // As the names are those of `values`.
    setFilter,
    isFiltered: names.some(isFilteredBy),
    /** By which of the names it is narrowed. */
    activeFilters: names.filter(isFilteredBy),
    /** Whether all that the address says can be used. */
    isUsable: names.every(isUsable),
    clear: () => {
      // The button that was pressed goes with what it has ended.
      document.querySelector('h1')?.focus({ preventScroll: true })
      change((present) => {
        for (const name of names) present.delete(name)
      })
    },
  }
}
