import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { makeClient, makeTrustOptions } from '#test/deploy/https.ts'
import { emptyDebianTools, installDefaultNeeds } from '#test/programs/needed-programs.ts'
import { documented } from './documented.ts'
import { boot, type Machine, makeDebian, substitutions } from './machine.ts'
import { admin, studentSignsIn } from './student.ts'

/**
 * Follows docs/run/install.md like a newcomer, on an empty Debian with its own systemd, until a
 * student has signed in over HTTPS. Prints substitutions and the time from the first command to the
 * ready line. Arguments select some of the ways to install.
 */
const say = (line: string) => process.stdout.write(`${line}\n`)
const url = 'https://weekward.school.org'
const firstAdmin = `ADMIN_EMAIL=${admin.email} ADMIN_PASSWORD='${admin.password}'`
const withinMs = 60_000

const missing = await installDefaultNeeds(...emptyDebianTools)
if (missing.length > 0) throw new Error('programs are missing')

const folder = mkdtempSync('/var/tmp/weekward-newcomer-')
const wanted = process.argv.slice(2)
const ways = { systemd: bySystemd, npm: byNpm }
try {
  for (const line of substitutions) say(`in the place of the real one: ${line}`)
  makeDebian(join(folder, 'empty'))
  for (const [name, follow] of Object.entries(ways)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const own = join(folder, name)
    execFileSync('cp', ['-a', join(folder, 'empty'), own])
    const machine = await boot(own)
    try {
      const readyAfterMs = await follow(machine)
      say(`${name}: ready ${Math.round(readyAfterMs / 1000)} s after the first command`)
      const client = makeClient(makeTrustOptions(await authorityIn(own)))
      await within('the page by HTTPS', () =>
        client(`${url}/healthz`).then(
          ({ status }) => status === 200,
          () => false,
        ),
      )
      await studentSignsIn(url, client)
      say(`${name}: a student has signed in at ${url}`)
    } finally {
      await machine.end()
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function bySystemd(machine: Machine): Promise<number> {
  const began = performance.now()
  const [build = '', settings = '', start = ''] = documented('2. systemd')
  const own = `cat >> /etc/weekward.env <<'END'\n${firstAdmin.replace(' ', '\n')}\nEND\n`
  machine.run(build)
  // In one shell, like a person.
  machine.run(`cd /opt/weekward\n${settings}\n${own}\n${start}`)
  await within('the ready line', async () =>
    machine.run('journalctl --unit=weekward --output=cat').includes('weekward ready on'),
  )
  return performance.now() - began
}

async function byNpm(machine: Machine): Promise<number> {
  const began = performance.now()
  const [fetch = '', weekward = '', caddy = ''] = documented('3. npm')
  machine.run(fetch)
  const terminal = machine.start(`cd weekward\n${firstAdmin} ${weekward}`)
  const lines: string[] = []
  createInterface(terminal.stdout).on('line', (line) => lines.push(line))
  createInterface(terminal.stderr).on('line', (line) => lines.push(line))
  await within('the ready line', async () => {
    if (terminal.exitCode !== null) throw new Error(lines.join('\n'))
    return lines.some((line) => line.startsWith('weekward ready on'))
  })
  const readyAfterMs = performance.now() - began
  // Debian starts this service with the package, and it occupies the ports.
  machine.run('systemctl stop caddy')
  machine.start(`cd weekward\nexport CADDY_GLOBAL_OPTIONS=local_certs\n${caddy}`)
  return readyAfterMs
}

/** The certificate authority that Caddy created in this Debian, as a service or as root. */
async function authorityIn(place: string): Promise<Buffer> {
  const pki = 'caddy/pki/authorities/local/root.crt'
  const files = ['var/lib/caddy/.local/share', 'root/.local/share'].map((own) =>
    join(place, own, pki),
  )
  let found: Buffer | undefined
  await within('the authority of Caddy', async () => {
    found = files.map(readIfThere).find((one) => one !== undefined)
    return found !== undefined
  })
  if (!found) throw new Error('Caddy has no authority')
  return found
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

async function within(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10 * withinMs
  while (performance.now() < deadline) {
    if (await isSo()) return
    await wait(500)
  }
  throw new Error(`waited in vain for ${what}`)
}
