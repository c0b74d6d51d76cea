import { useEffect, useRef } from 'react'

/** A signal that is given once this part of the screen is gone: what it has asked goes with it. */
export function useAbortOnUnmount(): AbortSignal {
  const going = useRef(new AbortController())
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
      // In development React takes every part away once, and puts it back at once.
      queueMicrotask(() => {
        if (!isHere.current) going.current.abort()
      })
    }
  }, [])
  return going.current.signal
}
