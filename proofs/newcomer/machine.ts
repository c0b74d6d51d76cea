import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')
const bootsWithinMs = 120_000
const empty = 'git,npm,nodejs,ca-certificates,systemd,systemd-sysv,dbus'

/** What replaces services that this machine cannot reach. Printed with the proof. */
export const substitutions = [
  "git fetches https://WHERE-YOU-GOT-WEEKWARD from this folder's last commit (url.insteadOf)",
  'weekward.school.org leads to 127.0.0.1 (/etc/hosts)',
  "Caddy's certificate is of its own authority (CADDY_GLOBAL_OPTIONS=local_certs)",
  'the first admin comes from ADMIN_EMAIL and ADMIN_PASSWORD, in the place of the link to set up',
]

/** Creates an empty Debian 13 with git, npm, its Node 20 and systemd in a folder. */
export function makeDebian(folder: string): void {
  execFileSync('mmdebstrap', ['--variant=minbase', `--include=${empty}`, 'trixie', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  execFileSync('git', ['clone', '--quiet', '--bare', root, join(folder, 'srv/weekward.git')])
  write(
    'etc/gitconfig',
    '[safe]\n\tdirectory = *\n[url "/srv/weekward.git"]\n\tinsteadOf = https://WHERE-YOU-GOT-WEEKWARD\n',
  )
  appendFileSync(join(folder, 'etc/hosts'), '127.0.0.1 localhost weekward.school.org\n')
  write(
    'etc/systemd/system/caddy.service.d/authority.conf',
    '[Service]\nEnvironment=CADDY_GLOBAL_OPTIONS=local_certs\n',
  )
  // If this machine trusts its own authority for npm's registry, the Debian needs it, too.
  const authority = process.env.NODE_EXTRA_CA_CERTS
  if (authority) {
    copyFileSync(authority, join(folder, 'etc/npm-authority.crt'))
    write('etc/npmrc', 'cafile=/etc/npm-authority.crt\n')
  }

  function write(file: string, text: string): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}

/** A Debian that has been booted, on this machine's network. */
export type Machine = Awaited<ReturnType<typeof boot>>

/** Boots a Debian with its own systemd, like systemd-nspawn, and waits until it is up. */
export async function boot(folder: string) {
  const inOwnMounts = [
    'mount --make-rprivate /; mount -t tmpfs tmpfs /run;',
    'exec systemd-nspawn --quiet --register=no --keep-unit --resolv-conf=replace-host',
    '-D "$0" --boot SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1',
  ].join(' ')
  const nspawn = spawn('unshare', ['--mount', 'sh', '-c', inOwnMounts, folder], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const deadline = performance.now() + bootsWithinMs
  const isUp = () => {
    const leader = findLeader(nspawn)
    if (leader === undefined) return false
    try {
      enter(leader, 'systemctl is-system-running --wait || true')
      return true
    } catch {
      return false
    }
  }
  while (!isUp()) {
    if (nspawn.exitCode !== null) throw new Error('systemd-nspawn has ended')
    if (performance.now() > deadline) throw new Error('the Debian did not boot')
    await wait(500)
  }
  const leader = Number(findLeader(nspawn))
  return {
    folder,
    /** Runs shell commands in one shell and returns their output. */
    run: (lines: string) => enter(leader, `set -eu\ncd /root\n${lines}`),
    /** Starts shell commands in a terminal of their own. */
    start: (lines: string) => spawn('nsenter', [...into(leader), `set -eu\ncd /root\n${lines}`]),
    async end(): Promise<void> {
      const ended = new Promise((resolve) => nspawn.once('close', resolve))
      nspawn.kill('SIGTERM')
      await Promise.race([ended, wait(20_000)])
      nspawn.kill('SIGKILL')
    },
  }
}

const into = (leader: number) => [
  ...[
    `--target=${leader}`,
    '--mount',
    '--uts',
    '--ipc',
    '--pid',
    '--cgroup',
    '--root',
    '--wd=/root',
  ],
  ...['env', '-i', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'],
  ...['HOME=/root', 'LANG=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive', 'bash', '-c'],
]

function enter(leader: number, lines: string): string {
  return execFileSync('nsenter', [...into(leader), lines], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** The machine's systemd process, once nspawn has started it. */
function findLeader({ pid, exitCode }: ChildProcess): number | undefined {
  if (exitCode !== null) return undefined
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const found = children.find((child) => child !== '' && getName(child) === 'systemd')
  return found === undefined ? undefined : Number(found)
}

function getName(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    // It has already exited.
    return ''
  }
}
