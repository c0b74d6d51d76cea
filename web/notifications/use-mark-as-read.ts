import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Notification } from '#contract/notifications/list.ts'
import type { Role } from '#contract/roles.ts'
import { logFailure } from '#web/kit/api/log-failure.ts'
import { markRead } from './api.ts'
import { observeSeen } from './observe-seen.ts'

export type ReadTracker = ReturnType<typeof useMarkAsRead>

/**
 * What of a list of notices is new, and how it becomes read: by being seen, or all at once. What was
 * seen stays marked as new for as long as the list is there, so that the reader finds it.
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

  /** Watches an unread notice; answers how to stop. */
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
