import { useCallback, useMemo, useState } from 'react'

export type Selection<T> = {
  chosen: ReadonlySet<string>
  /** A row's name for its checkbox's label. */
  getName: (item: T) => string
  choose: (key: string, isChosen: boolean) => void
  /** Selects exactly these rows; none for an empty list. */
  chooseAll: (keys: string[]) => void
}

/** Row selection, initially empty. */
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
