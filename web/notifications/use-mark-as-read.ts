import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Notification } from '#contract/notifications/list.ts'
import type { Role } from '#contract/roles.ts'
import { logFailure } from '#web/kit/api/log-failure.ts'
import { markRead } from './api.ts'
import { observeSeen } from './observe-seen.ts'

export type ReadTracker = ReturnType<typeof useMarkAsRead>

/**
 * Which notifications of a list are new, and how they become read: by being seen, or all at once. A
 * seen one stays marked as new while the list is open, so that the reader finds it.
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
  return useMemo(() => ({ isNew, watch, readAll }), [isNew, watch, readAll])
}
