import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { idleUserMs, loadWhenIdle } from './load-when-idle.ts'

type When = {
  /** Whether there is anything yet for which it is needed. */
  isNeeded?: boolean
  /** Once somebody touches the page, who may want it next; to a page that is left alone much later. */
  afterInteraction?: boolean
  /** Sooner than that, as soon as this is so. */
  sooner?: Promise<unknown>
}

/** A lazy component: its code comes after the first paint, or as it is said; undefined until then. */
export function useLazy<Props>(
  load: () => Promise<ComponentType<Props>>,
  { isNeeded = true, afterInteraction = false, sooner }: When = {},
): ComponentType<Props> | undefined {
  const [component, setComponent] = useState<ComponentType<Props>>()
  // What is loaded does not change with the caller's next rendering; it is drawn in small steps.
  useEffect(() => {
    if (!isNeeded) return
    const use = (loaded: ComponentType<Props>) => startTransition(() => setComponent(() => loaded))
    return loadWhenIdle(load, use, { idleMs: afterInteraction ? idleUserMs : 0, sooner })
  }, [isNeeded])
  return component
}
