import { useCallback, useMemo, useState } from 'react'

/** Which rows of a list are chosen. */
export type Selection<T> = {
  /** The chosen by their keys. */
  chosen: ReadonlySet<string>
  /** What a row is called, for who cannot see it. */
  getName: (item: T) => string
  choose: (key: string, isChosen: boolean) => void
  /** Chooses all of these, or none at all. */
  chooseAll: (keys: string[]) => void
}

/** A choice of rows, empty at first. */
export function useSelection<T>(getName: (item: T) => string): Selection<T> {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = useCallback((key: string, isChosen: boolean) => {
    setChosen((present) => {
      const next = new Set(present)
      if (isChosen) next.add(key)
      else next.delete(key)
      return next
    })
  }, [])
  const chooseAll = useCallback((keys: string[]) => setChosen(new Set(keys)), [])
  return useMemo(
    () => ({ chosen, getName, choose, chooseAll }),
    [chosen, getName, choose, chooseAll],
  )
}
