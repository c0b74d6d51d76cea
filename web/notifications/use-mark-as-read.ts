import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Notification } from '#contract/notifications/list.ts'
import type { Role } from '#contract/roles.ts'
import { logFailure } from '#web/kit/api/log-failure.ts'
import { markRead } from './api.ts'

export type ReadTracker = ReturnType<typeof useMarkAsRead>

/**
 * Which notifications of a list are new, and how they become read: by being seen or opened, or all
 * at once. A seen one stays marked as new while the list is open, so that the reader finds it.
 */
export function useMarkAsRead(role: Role) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const watcher = useRef<ReturnType<typeof observeSeen>>(undefined)

  const mark = useCallback(
    (ids: string[] | 'all') => {
      markRead(role, ids).catch((error) => logFailure('notices were not marked as read', error))
    },
    [role],
  )

  /** Observes an unread notification. Returns how to stop. */
  const watch = useCallback(
    (element: Element, id: string) => {
      watcher.current ??= observeSeen((ids) => {
        setSeen((before) => new Set([...before, ...ids]))
        mark(ids)
      })
      return watcher.current.add(element, id)
    },
    [mark],
  )

  useEffect(
    () => () => {
      watcher.current?.stop()
      watcher.current = undefined
    },
    [],
  )

  const isNew = useCallback(({ _id, read }: Notification) => !read || seen.has(_id), [seen])
  const readAll = useCallback(() => {
    setSeen(new Set())
    mark('all')
  }, [mark])
  return useMemo(() => ({ isNew, watch, mark, readAll }), [isNew, watch, mark, readAll])
}

/** How long a notification must be visible to count as seen, in ms. */
const seenAfterMs = 1_000

/**
 * Reports which elements have been visible for a moment, on a visible page, each once. `add`
 * observes an element and returns how to stop.
 */
function observeSeen(onSeen: (ids: string[]) => void) {
  const idOf = new Map<Element, string>()
  const inView = new Set<Element>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function beginAnew(): void {
    clearTimeout(timer)
    if (inView.size > 0 && document.visibilityState === 'visible') {
      timer = setTimeout(saySeen, seenAfterMs)
    }
  }

  function saySeen(): void {
    const seen = [...inView]
    const ids = seen.flatMap((element) => idOf.get(element) ?? [])
    for (const element of seen) forget(element)
    onSeen(ids)
  }

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) inView.add(target)
        else inView.delete(target)
      }
      beginAnew()
    },
    { threshold: 0.5 },
  )
  document.addEventListener('visibilitychange', beginAnew)

  function forget(element: Element): void {
    observer.unobserve(element)
    idOf.delete(element)
    inView.delete(element)
  }

  return {
    add(element: Element, id: string): () => void {
      idOf.set(element, id)
      observer.observe(element)
      return () => forget(element)
    },
    stop(): void {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('visibilitychange', beginAnew)
    },
  }
}
