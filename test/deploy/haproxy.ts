import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { findFreePort } from '../databases/postgres.ts'
import { startProcess } from '../processes/process.ts'

const deploy = join(import.meta.dirname, '../../deploy')

/**
 * Starts HAProxy with the configuration in `deploy/` before three Weekward processes. Returns its
 * URL.
 */
export async function startHaproxy([one, two, three]: [number, number, number]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-haproxy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const port = await findFreePort()
  const values: Record<string, number> = {
    PAGES_PORT: port,
    ONE_PORT: one,
    TWO_PORT: two,
    THREE_PORT: three,
  }
  const [pages = ''] = readFileSync(join(deploy, 'haproxy.cfg'), 'utf8').split('listen postgres')
  const config = join(folder, 'haproxy.cfg')
  writeFileSync(
    config,
    pages.replaceAll(/\$\{(\w+)\}/g, (_whole, key: string) => String(values[key])),
  )
  const env = { PATH: `${process.env.PATH}:/usr/sbin` }
  startProcess('haproxy', ['-f', config], { cwd: folder, env })
  return `http://127.0.0.1:${port}`
}
