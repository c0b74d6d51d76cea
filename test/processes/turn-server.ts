import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** A coturn of the tests' own. */
export type TurnServer = { port: number; stop: () => Promise<void> }

const readyWithinMs = 10_000

/** Starts coturn on loopback alone, as a school would set it up: credentials come from `secret`. */
export async function startTurnServer(port: number, secret: string): Promise<TurnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-coturn-'))
  const server = spawn(
    'turnserver',
    [
      ...['-n', '--use-auth-secret', `--static-auth-secret=${secret}`, '--realm=school.test'],
      ...['--listening-ip=127.0.0.1', '--relay-ip=127.0.0.1', `--listening-port=${port}`],
      ...['--allow-loopback-peers', '--no-tls', '--no-dtls', '--no-cli', '--simple-log'],
      ...['--cli-password=unused', `--pidfile=${join(folder, 'pid')}`],
      ...[`--userdb=${join(folder, 'users')}`, '--log-file=stdout'],
    ],
    { stdio: 'ignore', cwd: folder },
  )
  await untilReady(port)
  return {
    port,
    async stop() {
      if (server.exitCode === null && server.signalCode === null) {
        server.kill()
        await once(server, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilReady(port: number): Promise<void> {
  const deadline = performance.now() + readyWithinMs
  while (!(await takesConnections(port))) {
    if (performance.now() > deadline) throw new Error('coturn did not start')
    await setTimeout(20)
  }
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
