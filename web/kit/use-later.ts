import { type ComponentType, useEffect, useState } from 'react'
import { later } from './later.ts'

/** A component whose code comes after the first paint; undefined until then. */
export function useLater<Props>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> | undefined {
  const [component, setComponent] = useState<ComponentType<Props>>()
  // What is loaded does not change with the caller's next rendering.
  useEffect(() => later(load, (loaded) => setComponent(() => loaded)), [])
  return component
}
