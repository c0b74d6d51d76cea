import { useEffect, useRef } from 'react'

/** Shows what was saved elsewhere meanwhile, unless something is being changed here. */
export function useSavedElsewhere<Saved>(
  saved: Saved,
  isUnsaved: boolean,
  show: (saved: Saved) => void,
): void {
  const last = useRef(saved)
  useEffect(() => {
    if (last.current === saved) return
    last.current = saved
    if (!isUnsaved) show(saved)
  })
}
