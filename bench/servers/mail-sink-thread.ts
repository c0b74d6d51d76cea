import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { startMailServer } from '#test/mail/mail-server.ts'

const sink = await startMailServer()
sink.trouble.whileReading = () => setTimeout(Number(workerData))
parentPort?.on('message', () => {
  const people = new Set(sink.mails.map(({ to }) => to.join()))
  parentPort?.postMessage({ mails: sink.mails.length, people: people.size })
})
parentPort?.postMessage(sink.url)
