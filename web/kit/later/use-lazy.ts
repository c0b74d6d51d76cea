import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { loadWhenIdle } from './load.ts'

/**
 * A lazy component: its code comes after the first paint, or if that is said as soon as somebody
 * presses a button or a key, who may want it next; undefined until then.
 */
export function useLazy<Props>(
  load: () => Promise<ComponentType<Props>>,
  { orWhenTouched = false } = {},
): ComponentType<Props> | undefined {
  const [component, setComponent] = useState<ComponentType<Props>>()
  // What is loaded does not change with the caller's next rendering; it is drawn in small steps.
  useEffect(() => {
    const use = (loaded: ComponentType<Props>) => startTransition(() => setComponent(() => loaded))
    return loadWhenIdle(load, use, orWhenTouched ? whenTouched() : undefined)
  }, [])
  return component
}

function whenTouched(): Promise<unknown> {
  return new Promise((resolve) => {
    const listening = new AbortController()
    const touched = () => {
      listening.abort()
      resolve(undefined)
    }
    const options = { capture: true, signal: listening.signal }
    addEventListener('pointerdown', touched, options)
    addEventListener('keydown', touched, options)
  })
}
