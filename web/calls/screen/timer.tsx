import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { secondMs } from '#contract/kit/time/durations.ts'

/** The duration of the call: '12:05', or '1:02:05'. */
export function Timer({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), secondMs)
    return () => clearInterval(timer)
  }, [])
  const text = formatDuration(Math.max(0, Math.floor((now - since) / secondMs)))
  return (
    <Text
      component="span"
      aria-label={`Time in the call: ${text}`}
      role="timer"
      style={{ fontVariantNumeric: 'tabular-nums' }}
    >
      {text}
    </Text>
  )
}

/** Seconds as m:ss, or h:mm:ss from an hour on. */
function formatDuration(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(seconds % 60)}`
}
