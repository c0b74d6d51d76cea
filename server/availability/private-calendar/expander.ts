import { calendarExpandTimeoutMs } from '#contract/limits/availability.ts'
import { makeOnDemandThread } from '#server/kit/worker-thread.ts'
import type { BusyTimes, BusyTimesRequest } from './expand/find-busy-times.ts'
import type { WorkerReply } from './expand/worker.ts'

/** Thrown for a text that is not iCalendar, or takes too long to work out. */
export class CalendarUnreadableError extends Error {
  readonly why: 'not-a-calendar' | 'intricate'
  constructor(why: CalendarUnreadableError['why']) {
    super(why)
    this.why = why
  }
}

/** Memory of the thread in MiB. A calendar of many years takes a tenth of it. */
const memoryMiB = 256

export type Expander = {
  /**
   * The busy times of a calendar. Rejects with CalendarUnreadableError. Calendars wait for each other.
   */
  expand: (request: BusyTimesRequest) => Promise<BusyTimes>
  stop: () => Promise<void>
}

/**
 * Works out busy times in a worker thread. Calendars are others' texts: one that takes too long or
 * too much memory ends the thread, and the next calendar starts a new one.
 */
export function makeExpander(timeoutMs = calendarExpandTimeoutMs): Expander {
  const thread = makeOnDemandThread(import.meta.resolve('./expand/worker.ts'), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMiB },
  })
  const expandNow = (request: BusyTimesRequest) =>
    new Promise<BusyTimes>((resolve, reject) => {
      const asking = thread.take()
      const finish = () => {
        clearTimeout(timer)
        asking.off('message', hear).off('error', fail).off('exit', fail)
        thread.rest()
      }
      const hear = (found: WorkerReply) => {
        finish()
        if (found) resolve(found)
        else reject(new CalendarUnreadableError('not-a-calendar'))
      }
      const fail = () => {
        finish()
        reject(new CalendarUnreadableError('intricate'))
      }
      const timer = setTimeout(() => {
        fail()
        // The next one takes a new thread at once.
        thread.end().catch(reject)
      }, timeoutMs)
      asking.on('message', hear).once('error', fail).once('exit', fail)
      asking.postMessage(request)
    })
  let isStopped = false
  let last: Promise<unknown> = Promise.resolve()
  return {
    expand(request) {
      const found = last.then(() => {
        if (isStopped) throw new CalendarUnreadableError('intricate')
        return expandNow(request)
      })
      last = found.catch(() => undefined)
      return found
    },
    stop() {
      isStopped = true
      return thread.end()
    },
  }
}
