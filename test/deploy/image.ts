import { execFile, spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const outputMaxBytes = 64 * 1024 * 1024

/** Left out of Debian's slim images. */
const slim = ['man', 'doc', 'locale', 'info'].map(
  (name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
)

/** A temporary image store with Weekward's image. */
export type Image = Awaited<ReturnType<typeof buildImage>>

/**
 * Builds Weekward's image without a registry: its two base images are replaced by a Debian from
 * mmdebstrap, and the same with this Node and npm.
 */
export async function buildImage() {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-image-'))
  const store = [`--root=${folder}/store`, `--runroot=${folder}/run`, '--storage-driver=overlay']
  const buildah = async (...args: string[]) => {
    const { stdout } = await run('buildah', [...store, ...args], { maxBuffer: outputMaxBytes })
    return stdout.trim()
  }
  const remove = async () => {
    await buildah('rm', '--all')
    await buildah('rmi', '--all', '--force')
    // The store mounts its own folder and does not always unmount it.
    const mounted = join(folder, 'store/overlay')
    await run('sh', ['-c', 'umount "$0" 2>/dev/null; rm -rf "$1"', mounted, folder])
  }
  try {
    await makeBases(folder, buildah)
    await buildah(
      ...['build', '--isolation=chroot', '--pull-never', '--format=docker', '--tag=weekward'],
      ...wayToNpm(folder),
      root,
    )
  } catch (error) {
    await remove()
    throw error
  }
  const image = JSON.parse(await buildah('inspect', '--type=image', 'weekward'))
  const { Cmd: command, User: user, Healthcheck: health } = image.Docker.config
  const container = await buildah('from', '--pull-never', 'weekward')
  const inside = (settings: Record<string, string>) => [
    ...['run', '--isolation=chroot'],
    ...Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`),
    container,
    '--',
  ]
  return {
    user: String(user),
    megabytes: Number(
      JSON.parse(await buildah('images', '--json', 'weekward'))[0].size.replace(' MB', ''),
    ),
    /** The image's health check command. */
    health: (health.Test as string[]).slice(1),
    /** Runs a command in the container and returns its output. */
    inside: (args: string[], settings: Record<string, string> = {}) =>
      buildah(...inside(settings), ...args),
    /** Starts the image's default command. */
    start: (settings: Record<string, string>) =>
      spawn('buildah', [...store, ...inside(settings), ...command], {
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    remove,
  }
}

async function makeBases(folder: string, buildah: (...args: string[]) => Promise<string>) {
  const bases = join(folder, 'bases')
  mkdirSync(join(bases, 'local/bin'), { recursive: true })
  await run('mmdebstrap', ['--variant=minbase', ...slim, 'trixie', join(bases, 'debian.tar')])
  copyFileSync(process.execPath, join(bases, 'local/bin/node'))
  await run('npm', ['install', '--global', '--prefix', join(bases, 'local'), 'npm@11'])
  const debian = 'docker.io/library/debian:trixie-slim'
  for (const [name, text] of [
    [debian, 'FROM scratch\nADD debian.tar /\n'],
    [
      'docker.io/library/node:24-trixie-slim',
      `FROM ${debian}\nRUN apt-get update && apt-get install --yes libatomic1\nCOPY local /usr/local\n`,
    ],
  ] as const) {
    const file = join(bases, 'Containerfile')
    writeFileSync(file, text)
    await buildah(
      'build',
      '--isolation=chroot',
      '--pull-never',
      `--tag=${name}`,
      `--file=${file}`,
      bases,
    )
  }
}

/** If this machine trusts its own authority for npm's registry, the build needs it, too. */
function wayToNpm(folder: string): string[] {
  const authority = process.env.NODE_EXTRA_CA_CERTS
  if (!authority) return []
  const config = join(folder, 'npmrc')
  writeFileSync(config, 'cafile=/etc/npm-authority.crt\n')
  return [
    `--volume=${authority}:/etc/npm-authority.crt:ro`,
    `--volume=${config}:/usr/local/etc/npmrc:ro`,
  ]
}
