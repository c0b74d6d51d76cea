import { parentPort } from 'node:worker_threads'
import { type BusyTimes, type BusyTimesRequest, findBusyTimes } from './find-busy-times.ts'
import { NotACalendarError } from './parse-calendars.ts'

/** The thread's reply: the busy times of a calendar; undefined if the text is not one. */
export type WorkerReply = BusyTimes | undefined

const port = parentPort
port?.on('message', (request: BusyTimesRequest) => {
  port.postMessage(find(request))
})

function find(request: BusyTimesRequest): WorkerReply {
  try {
    return findBusyTimes(request)
  } catch (error) {
    if (error instanceof NotACalendarError) return undefined
    throw error
  }
}
