import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Compressing smaller files saves no packet. */
const smallestBytes = 1024

const compressible = /\.(js|css|html|svg|json)$/

const ways = [
  { ending: '.br', compress: promisify(brotliCompress) },
  { ending: '.gz', compress: promisify(gzip) },
]

/** Writes a brotli and a gzip copy beside each file, so that the server need not compress. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => compressible.test(name))
      await Promise.all(names.map((name) => compressFile(join(dir, name))))
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const content = readFileSync(path)
  if (content.length < smallestBytes) return
  for (const { ending, compress } of ways) writeFileSync(path + ending, await compress(content))
}
