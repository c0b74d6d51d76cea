import { type ResourceLimits, Worker } from 'node:worker_threads'
import { secondMs } from '#contract/kit/time/durations.ts'

/** How long an idle thread is kept; threads do not release the memory they have used. */
const idleMs = 60 * secondMs

type Thread = {
  /** Returns the thread, and starts it if needed. */
  take: () => Worker
  /** Marks the thread as idle. */
  rest: () => void
  /** Terminates the thread; the next `take` starts a new one. */
  end: () => Promise<void>
}

type ThreadOptions = {
  env?: NodeJS.ProcessEnv
  /** A thread that needs more memory ends with an error. */
  resourceLimits?: ResourceLimits
  /** Called with an error that has ended the thread, if no caller listens for it. */
  onError?: (error: unknown) => void
}

/** Makes a worker thread of a module's URL. It starts on demand and ends after an idle minute. */
export function makeOnDemandThread(
  module: string,
  { onError, ...options }: ThreadOptions = {},
): Thread {
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = new Worker(new URL(module), options)
    started.unref()
    const drop = () => {
      if (thread === started) thread = undefined
    }
    // Callers stop listening when their time is up, and an unheard error ends the process.
    started.on('error', (error) => {
      drop()
      const isHeard = started.listenerCount('error') > 1
      if (!isHeard) onError?.(error)
    })
    started.on('exit', drop)
    return started
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ended = thread
    thread = undefined
    await ended?.terminate()
  }

  return {
    take() {
      clearTimeout(idle)
      thread ??= start()
      return thread
    },
    rest() {
      clearTimeout(idle)
      idle = setTimeout(end, idleMs).unref()
    },
    end,
  }
}
