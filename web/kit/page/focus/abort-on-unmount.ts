import { useEffect, useRef } from 'react'

/** A signal that aborts when the component unmounts, for its requests. */
export function useAbortOnUnmount(): AbortSignal {
  const going = useRef(new AbortController())
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
      // In development React unmounts every component once and mounts it again at once.
      queueMicrotask(() => {
        if (!isHere.current) going.current.abort()
      })
    }
  }, [])
  return going.current.signal
}
