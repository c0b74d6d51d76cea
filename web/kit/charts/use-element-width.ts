import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'

/**
 * The width of an element in pixels; 0 until measured. During a resize it can briefly be measured
 * as 0; the last width is kept then.
 */
export function useElementWidth() {
  const { ref, width: measured } = useElementSize()
  const [width, setWidth] = useState(0)
  if (measured > 0 && measured !== width) setWidth(measured)
  return { ref, width }
}
