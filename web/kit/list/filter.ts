import { useSearchParams } from 'react-router'

/** Narrowing is no step in the browser's history, and leaves the page where it is scrolled. */
const asIs = { replace: true, preventScrollReset: true }

/** What the address says behind its '?', and how to change it. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  function change(by: (params: URLSearchParams) => void) {
    // Of what was changed just before, `params` may know nothing yet.
    const present = new URLSearchParams(window.location.search)
    by(present)
    setParams(present, asIs)
  }
  return { params, change }
}

/**
 * What a list is narrowed to, a text by each name. The address keeps it, so that it survives a
 * reload; a text as in `open` narrows nothing.
 */
export function useFilter<Name extends string>(open: Record<Name, string>) {
  const { params, change } = useAddress()
  const names = Object.keys(open) as Name[] // An object has just the keys of its own type here.
  const values = Object.fromEntries(
    names.map((name) => [name, params.get(name) ?? open[name]]),
  ) as Record<Name, string> // As the names are all there are.

  function narrow(name: Name, value: string) {
    change((present) => {
      if (value === open[name]) present.delete(name)
      else present.set(name, value)
    })
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
      change((present) => {
        for (const name of names) present.delete(name)
      }),
  }
}
