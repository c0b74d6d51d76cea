import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { postgresFolder } from '#test/databases/postgres.ts'
import { findFaketime } from '#test/processes/faketime.ts'
import { runCommand } from './command.ts'

/** A program that the tests need and npm does not bring, and Debian's package of it. */
type Need = { name: string; find: () => string | undefined; debianPackage: string }

const coturn: Need = { name: 'coturn', find: findTurnServer, debianPackage: 'coturn' }
const chromium: Need = {
  name: 'Chromium',
  find: findChromium,
  debianPackage: 'chromium-headless-shell',
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
/** And what a school is run with: see docs/running.md. */
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
/** And an empty Debian that boots, on which a newcomer begins. */
export const emptyDebian: Need[] = [
  ['mmdebstrap', 'mmdebstrap'],
  ['systemd-nspawn', 'systemd-container'],
].map(([name = '', debianPackage = '']) => ({
  ...{ name, debianPackage },
  find: () => findOnPath(name),
}))
const postgres: Need = { name: 'PostgreSQL', find: findPostgres, debianPackage: 'postgresql' }

/**
 * Finds Chromium: where CHROMIUM_PATH says, or on the PATH; undefined if it is not there. The one
 * without windows comes first: it takes a third less time for the same journeys.
 */
export function findChromium(): string | undefined {
  const given = process.env.CHROMIUM_PATH
  if (given) return existsSync(given) ? given : undefined
  return findOnPath('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome')
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

function findTurnServer(): string | undefined {
  return findOnPath('turnserver')
}

/** The first of these programs that lies in a folder of the PATH. */
function findOnPath(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file))
}

function findPostgres(): string | undefined {
  try {
    return postgresFolder()
  } catch {
    return undefined
  }
}

/**
 * Sees to it that Chromium, PostgreSQL and coturn are there, and `more`: installs what is missing
 * where that is allowed, and says so in one line before. Returns the one thing that the person has
 * to install, or undefined when nothing is missing.
 */
export async function installNeeds(...more: Need[]): Promise<string | undefined> {
  const missing = [chromium, postgres, coturn, ...more].filter((need) => !need.find())
  const installer = missing.length > 0 ? aptInstaller() : undefined
  if (installer) await install(missing, installer)
  const still = missing.find((need) => !need.find())
  return still && `${still.name} is missing: install the package ${still.debianPackage}`
}

async function install(missing: Need[], installer: string[]): Promise<void> {
  const packages = [...new Set(missing.map((need) => need.debianPackage))]
  process.stderr.write(
    `weekward: installing by apt-get what the tests need: ${packages.join(' ')}\n`,
  )
  const apt = (...args: string[]) => {
    const [command = 'apt-get', ...before] = [...installer, 'apt-get']
    return runCommand(command, [...before, '-q', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', process.stderr, process.stderr],
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
