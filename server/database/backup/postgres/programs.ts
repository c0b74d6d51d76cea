import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/** A running PostgreSQL program; `ended` rejects with the program's error message if it fails. */
export type RunningProgram = { child: ChildProcessWithoutNullStreams; ended: Promise<void> }

/** Starts a PostgreSQL program; if it is missing, the Error names the package. */
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
 * Returns the path of a program; throws an Error that names the package to install. The newest
 * version wins, since an older one refuses to read a newer server.
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

/** Returns the first line with an error, without the program's name and its place in a script. */
function findErrorMessage(said: string): string | undefined {
  const lines = said.split('\n').filter((line) => line.trim() !== '')
  const line = lines.find((one) => /error|fatal/i.test(one)) ?? lines[0]
  // The following lines name the row.
  const where = lines.flatMap(
    (one) => one.match(/^(?:DETAIL: +|CONTEXT: +(?=COPY))(.+)$/)?.[1] ?? [],
  )
  const reason = line?.replace(/^\S+?:(<\w+>:\d+:)? */, '')
  return reason && [reason, ...where].join('; ')
}

/**
 * Returns the arguments to connect with these programs. The password goes through the environment,
 * since every user of the machine can see the arguments of a process.
 */
export function toConnectionArguments(url: string): { dbname: string; env: NodeJS.ProcessEnv } {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const env = password ? { ...process.env, PGPASSWORD: password } : process.env
  return { dbname: address.href, env: { ...getDefaultTrust(address), ...env } }
}

/** Makes these programs trust the system's authorities, as Node does, unless others are configured. */
function getDefaultTrust({ searchParams }: URL): NodeJS.ProcessEnv {
  const verifies = searchParams.get('sslmode') === 'verify-full'
  const isConfigured =
    searchParams.has('sslrootcert') || existsSync(join(homedir(), '.postgresql/root.crt'))
  return verifies && !isConfigured ? { PGSSLROOTCERT: 'system' } : {}
}
