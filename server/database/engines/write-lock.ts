import { setImmediate } from 'node:timers/promises'
import type { DatabaseConnection } from 'kysely'

/** The transaction that holds the lock. */
type Holder = {
  connection: DatabaseConnection
  /** Whether it runs in a thread of its own, and thus leaves the main connection free. */
  isInThread: boolean
  /** Resolves at its end. */
  ended: Promise<void>
  end: () => void
  /** Resolves at the end of the turn of the event loop in which it began. */
  turnEnded: Promise<unknown>
}

/** A SQLite file has one writer: one transaction of this process runs at a time. */
export class WriteLock {
  #holder: Holder | undefined

  get holder(): Holder | undefined {
    return this.#holder
  }

  /** Waits until no other transaction runs, and holds the lock until `release`. */
  async take(connection: DatabaseConnection, isInThread: boolean): Promise<void> {
    while (this.#holder) await this.#holder.ended
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    this.#holder = { connection, isInThread, ended, end, turnEnded: setImmediate() }
  }

  release(): void {
    this.#holder?.end()
    this.#holder = undefined
  }
}
