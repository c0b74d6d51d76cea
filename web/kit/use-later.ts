import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { later } from './later.ts'

/** A component whose code comes after the first paint; undefined until then. */
export function useLater<Props>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> | undefined {
  const [component, setComponent] = useState<ComponentType<Props>>()
  // What is loaded does not change with the caller's next rendering; it is drawn in small steps.
  useEffect(() => later(load, (loaded) => startTransition(() => setComponent(() => loaded))), [])
  return component
}
