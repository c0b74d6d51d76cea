import { type SpawnOptions, spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { chromium as playwrightsChromium } from '@playwright/test'
import { postgresFolder } from '#test/databases/postgres.ts'
import { findFaketime } from '#test/processes/faketime.ts'
import { findOnPath } from '#test/processes/find-on-path.ts'
import { findTurnServer } from '#test/processes/turn-server.ts'
import { root, runCommand } from '../../scripts/command.ts'

/** A program that the tests need, Debian's package of it, and the ways npm may bring it, tried in turn. */
type Need = {
  name: string
  find: () => string | undefined
  debianPackage: string
  bringByNpm?: { command: string; args: string[] }[]
}

// Packages of their own, so that only who lacks these programs downloads them.
const programs = join(root, 'test/programs')
/** Starts the Chromium of `@sparticuz/chromium`, once it is unpacked. */
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
/** What the long run needs beyond that: the Chromium that people have. */
export const wholeChromium: Need = {
  name: 'Chromium with windows',
  find: findWholeChromium,
  debianPackage: 'chromium',
}
/** And a server whose clock is not the machine's. */
export const faketime: Need = { name: 'faketime', find: findFaketime, debianPackage: 'faketime' }
/** And the browsers that are not Chromium; WebKit's driver needs a screen, if nobody looks at it. */
export const otherBrowsers: Need[] = [
  { name: 'Firefox', find: findFirefox, debianPackage: 'firefox-esr' },
  { name: 'WebKitWebDriver', find: findWebKitDriver, debianPackage: 'webkit2gtk-driver' },
  { name: 'MiniBrowser of WebKitGTK', find: findMiniBrowser, debianPackage: 'webkit2gtk-driver' },
  { name: 'Xvfb', find: findXvfb, debianPackage: 'xvfb' },
]
/** And what a school is run with: see docs/run/install.md. */
export const aroundSchools: Need[] = [
  ['caddy', 'caddy'],
  ['nginx', 'nginx-light'],
  ['haproxy', 'haproxy'],
  ['buildah', 'buildah'],
  ['mmdebstrap', 'mmdebstrap'],
  ['systemd-analyze', 'systemd'],
].map(([name = '', debianPackage = '']) => ({
  ...{ name, debianPackage },
  // nginx lies where only root's PATH leads.
  find: () => findOnPath(name) ?? [`/usr/sbin/${name}`].find((file) => existsSync(file)),
}))
/** And what attacks a server, for `npm run attack`. */
export const attackTools: Need[] = ['sqlmap', 'wapiti', 'slowhttptest'].map((name) => ({
  ...{ name, debianPackage: name },
  find: () => findOnPath(name),
}))
/** And an empty Debian that boots, on which a newcomer begins. */
export const emptyDebian: Need[] = [
  ['mmdebstrap', 'mmdebstrap'],
  ['systemd-nspawn', 'systemd-container'],
].map(([name = '', debianPackage = '']) => ({
  ...{ name, debianPackage },
  find: () => findOnPath(name),
}))
const postgres: Need = {
  name: 'PostgreSQL',
  find: findPostgres,
  debianPackage: 'postgresql',
  bringByNpm: [{ command: 'npm', args: ['ci', '--prefix', join(programs, 'postgres')] }],
}

/**
 * Finds Chromium: where CHROMIUM_PATH says, on the PATH, where Playwright keeps its own, or the one from
 * npm; undefined if it is not there. The one without windows comes first: it takes a third less time for the same
 * journeys.
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

/** The Chromium with windows, whose measurements are those of a person's browser. */
export function findWholeChromium(): string | undefined {
  return process.env.CHROMIUM_PATH ?? findOnPath('chromium', 'chromium-browser', 'google-chrome')
}

export function findFirefox(): string | undefined {
  return findOnPath('firefox-esr', 'firefox')
}

export function findWebKitDriver(): string | undefined {
  return findOnPath('WebKitWebDriver')
}

/** The small browser around WebKit that its driver starts. */
export function findMiniBrowser(): string | undefined {
  return globSync('/usr/lib*/{,*/}webkit2gtk-4.*/MiniBrowser').at(-1)
}

export function findXvfb(): string | undefined {
  return findOnPath('Xvfb')
}

/** A Chromium by its path and version, as it says itself. */
export function describeChromium(path: string): string {
  // The launcher of Debian's whole Chromium has words of its own for stderr.
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return `${path} (${stdout?.trim() || 'of unknown version'})`
}

function findPostgres(): string | undefined {
  try {
    return postgresFolder()
  } catch {
    return undefined
  }
}

/**
 * Installs Chromium, PostgreSQL, coturn and `more` where they are missing: by apt-get where you may,
 * else from npm as far as npm has them. Returns what is missing still, having named it on stderr with
 * the one command that installs it.
 */
export async function installNeeds(...more: Need[]): Promise<Need[]> {
  return installMissing([chromium, postgres, coturn, ...more])
}

/** The same for these programs alone. */
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

/** What to put before apt-get, or undefined where it is not there or not ours to use. */
function aptInstaller(): string[] | undefined {
  if (spawnSync('apt-get', ['--version']).status !== 0) return undefined
  if (userInfo().uid === 0) return []
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined
}
