import { useEffect, useState } from 'react'

const everyMs = 30_000

/** The present time in ms since 1970, which moves on while the screen is open. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
