import { useEffect, useRef } from 'react'

/** Shows new values that were saved elsewhere, as soon as there are no unsaved changes here. */
export function useSyncSavedValues<Saved>(
  saved: Saved,
  isUnsaved: boolean,
  show: (saved: Saved) => void,
): void {
  const last = useRef(saved)
  useEffect(() => {
    if (last.current === saved || isUnsaved) return
    last.current = saved
    show(saved)
  })
}
