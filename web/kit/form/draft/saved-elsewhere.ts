import { useEffect, useRef } from 'react'

/** Shows new values that were saved elsewhere, unless there are unsaved changes here. */
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
