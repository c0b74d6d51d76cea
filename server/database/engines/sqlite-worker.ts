import { parentPort, workerData } from 'node:worker_threads'
import { openConnection, runStatement } from './sqlite-connection.ts'
import type { ThreadReply, ThreadRequest } from './sqlite-thread-driver.ts'

const connection = openConnection(workerData)

parentPort?.on('message', (statement: ThreadRequest) => {
  parentPort?.postMessage(reply(statement))
})

function reply(statement: ThreadRequest): ThreadReply {
  try {
    return { result: runStatement(connection, statement) }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // A cloned error would lose them.
    return { message: error.message, codes: { ...error } }
  }
}
