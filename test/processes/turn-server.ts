import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findOnPath } from './find-on-path.ts'

/** A coturn for tests. */
export type TurnServer = { port: number; stop: () => Promise<void> }

/** The path of coturn; undefined if not installed. */
export function findTurnServer(): string | undefined {
  return findOnPath('turnserver')
}

const readyWithinMs = 10_000

/**
 * Starts coturn on loopback with a school's configuration. Credentials are derived from `secret`.
 */
export function startTurnServer(port: number, secret: string): Promise<TurnServer> {
  return runTurnServer(port, () => [
    ...['-n', '--use-auth-secret', `--static-auth-secret=${secret}`, '--realm=school.test'],
    ...['--no-tls', '--no-dtls', '--no-cli', '--simple-log', '--log-file=stdout'],
  ])
}

/**
 * The same with deploy/turnserver.conf and a school's additions. Its peers are on loopback, which
 * the file would refuse.
 */
export function startDeployedTurnServer(port: number, beside: string[]): Promise<TurnServer> {
  return runTurnServer(port, (folder) => {
    const config = join(folder, 'turnserver.conf')
    const text = readFileSync(join(import.meta.dirname, '../../deploy/turnserver.conf'), 'utf8')
    writeFileSync(config, text.replace(/^(denied-peer-ip=127\.|listening-port=).*$/gm, ''))
    return ['-c', config, ...beside]
  })
}

async function runTurnServer(
  port: number,
  settings: (folder: string) => string[],
): Promise<TurnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-coturn-'))
  const server = spawn(
    'turnserver',
    [
      ...settings(folder),
      ...['--listening-ip=127.0.0.1', '--relay-ip=127.0.0.1', `--listening-port=${port}`],
      ...['--allow-loopback-peers', '--cli-password=unused'],
      ...[`--pidfile=${join(folder, 'pid')}`, `--userdb=${join(folder, 'users')}`],
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
