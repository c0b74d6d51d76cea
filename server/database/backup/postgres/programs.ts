import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program of PostgreSQL's that runs; `ended` raises an Error with its own words if it fails. */
export type RunningProgram = { child: ChildProcessWithoutNullStreams; ended: Promise<void> }

/** Starts one of PostgreSQL's programs; raises an Error that names what to install. */
export function startProgram(name: string, args: string[], env = process.env): RunningProgram {
  const child = spawn(findProgram(name), args, { env })
  const kill = () => child.kill()
  process.once('exit', kill)
  child.once('close', () => process.off('exit', kill))
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${name} failed: ${findErrorMessage(said) ?? `exit code ${code}`}`))
    })
  })
  return { child, ended }
}

/**
 * Where a program is; raises an Error that names what to install. The newest of Debian's versions
 * comes first: an older one refuses to read a newer server.
 */
export function findProgram(name: string): string {
  const versions = globSync('/usr/lib/postgresql/*/bin').sort((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  )
  const folders = [...versions, ...(process.env.PATH ?? '').split(delimiter)]
  const found = folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
  if (!found) throw new Error(`${name} is missing: install the package postgresql-client`)
  return found
}

/** The first line that tells of an error, without the program's name and its place in a script. */
function findErrorMessage(said: string): string | undefined {
  const lines = said.split('\n').filter((line) => line.trim() !== '')
  const line = lines.find((one) => /error|fatal/i.test(one)) ?? lines[0]
  // Which row it was stands behind it.
  const where = lines.flatMap(
    (one) => one.match(/^(?:DETAIL: +|CONTEXT: +(?=COPY))(.+)$/)?.[1] ?? [],
  )
  const reason = line?.replace(/^\S+?:(<\w+>:\d+:)? */, '')
  return reason && [reason, ...where].join('; ')
}

/**
 * How to reach a database with these programs. The password goes through the environment, as every
 * user of the machine sees the arguments of a process.
 */
export function toConnectionArguments(url: string): { dbname: string; env: NodeJS.ProcessEnv } {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const env = password ? { ...process.env, PGPASSWORD: password } : process.env
  return { dbname: address.href, env }
}
