import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'

/**
 * The width of an element in pixels; 0 before it is known. While the window changes it may be
 * measured as nothing for a moment: the last width holds until there is another.
 */
export function useWidth() {
  const { ref, width: measured } = useElementSize()
  const [width, setWidth] = useState(0)
  if (measured > 0 && measured !== width) setWidth(measured)
  return { ref, width }
}
