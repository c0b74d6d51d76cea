import { useSearchParams } from 'react-router'

/** Narrowing is no step in the browser's history, and leaves the page where it is scrolled. */
export const asIs = { replace: true, preventScrollReset: true }

/**
 * What a list is narrowed to, a text by each name. The address keeps it, so that it survives a
 * reload; a text as in `open` narrows nothing.
 */
export function useFilter<Name extends string>(open: Record<Name, string>) {
  const [params, setParams] = useSearchParams()
  const names = Object.keys(open) as Name[] // An object has just the keys of its own type here.
  const values = Object.fromEntries(
    names.map((name) => [name, params.get(name) ?? open[name]]),
  ) as Record<Name, string> // As the names are all there are.

  function narrow(name: Name, value: string) {
    setParams((present) => {
      if (value === open[name]) present.delete(name)
      else present.set(name, value)
      return present
    }, asIs)
  }
  const isNarrowedBy = (name: Name) => values[name] !== open[name]
  return {
    values,
    /** The same as a call takes it: without what narrows nothing. */
    narrowedTo: Object.fromEntries(
      names.filter(isNarrowedBy).map((name) => [name, values[name]]),
    ) as Partial<Record<Name, string>>, // As the names are those of `values`.
    narrow,
    isNarrowed: names.some(isNarrowedBy),
    clear: () =>
      setParams((present) => {
        for (const name of names) present.delete(name)
        return present
      }, asIs),
  }
}
