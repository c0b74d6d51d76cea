import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { makeOnDemandThread } from './worker-thread.ts'

/** The URL of a worker that throws when it gets a message. */
const throwingWorker = `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from 'node:worker_threads'
  parentPort.once('message', () => {
    throw new Error('The worker failed')
  })
`)}`

test('a thread that fails when no caller listens any more leaves the process alive', async () => {
  const thread = makeOnDemandThread(throwingWorker)
  const failing = thread.take()
  // `once` of node:events would itself listen for the error.
  const ended = new Promise((resolve) => failing.on('exit', resolve))
  failing.postMessage('')
  expect(await ended).toBe(1)
  await thread.end()
})

test('from the moment a thread has failed, callers get a new one', async () => {
  const thread = makeOnDemandThread(throwingWorker)
  const failing = thread.take()
  const taken = new Promise((resolve) => failing.on('error', () => resolve(thread.take())))
  failing.postMessage('')
  expect((await taken) === failing).toBe(false)
  await thread.end()
})

test('an error is reported only if no caller listens for it', async () => {
  const reported: unknown[] = []
  const thread = makeOnDemandThread(throwingWorker, { onError: (error) => reported.push(error) })
  const fail = async (listen: (failing: Worker) => void) => {
    const failing = thread.take()
    listen(failing)
    const ended = new Promise((resolve) => failing.on('exit', resolve))
    failing.postMessage('')
    await ended
  }
  const heard: unknown[] = []
  await fail((failing) => failing.once('error', (error) => heard.push(error)))
  expect([heard.length, reported.length]).toEqual([1, 0])
  await fail(() => undefined)
  expect(reported).toMatchObject([{ message: 'The worker failed' }])
  await thread.end()
})
