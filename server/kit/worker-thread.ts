import { Worker } from 'node:worker_threads'
import { secondMs } from '#contract/kit/time/time.ts'

/** What a thread has used of memory it keeps: one with nothing to do for so long is ended. */
const idleMs = 60 * secondMs

type Thread = {
  /** The thread, which is started if there is none. */
  take: () => Worker
  /** Says that it has nothing to do. */
  rest: () => void
  /** Ends it; it is started anew when it is taken again. */
  end: () => Promise<void>
}

type ThreadOptions = {
  env?: NodeJS.ProcessEnv
  /** Told of an error that has ended it, beside whoever has taken it. */
  onError?: (error: unknown) => void
}

/**
 * Makes a thread of a module, named by its URL: it runs while there is something to do, and a minute
 * longer.
 */
export function makeWorkerThread(module: string, { env, onError }: ThreadOptions = {}): Thread {
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = new Worker(new URL(module), env && { env })
    started.unref()
    if (onError) started.on('error', onError)
    started.on('exit', () => {
      if (thread === started) thread = undefined
    })
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
