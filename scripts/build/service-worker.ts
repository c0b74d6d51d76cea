import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin, transformWithOxc } from 'vite'
import { openedNoticeParam } from '#contract/notifications/delivery/push.ts'

const folder = join(import.meta.dirname, '../../web/shell/service-worker')

/** Builds the service worker: one classic script at the root, which contains the offline page. */
export function addServiceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle() {
      const source = await buildServiceWorker()
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
    },
  }
}

/** The script itself. */
export async function buildServiceWorker(): Promise<string> {
  const file = join(folder, 'worker.ts')
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
  const plain = code.replace(/^export \{\s*\};?$/m, '')
  if (/^(import|export)\b/m.test(plain)) throw new Error(`${file} must import types alone`)
  const offline = makeOffline(readFileSync(join(folder, 'offline.html'), 'utf8'))
  const constants = Object.entries({ offline, openedNoticeParam })
    .map(([name, value]) => `const ${name} = ${JSON.stringify(value)}`)
    .join('\n')
  const whole = `(() => {\n${constants}\n${plain}\n})()`
  return minifySync('service-worker.js', whole).code
}

/**
 * The offline page without indentation, and a content policy that allows exactly what it contains.
 */
function makeOffline(document: string): { page: string; policy: string } {
  const page = document.replace(/\n\s*/g, '\n')
  const hashOf = (element: 'style' | 'script') => {
    const content = page.match(new RegExp(`<${element}>(.*?)</${element}>`, 's'))?.[1] ?? ''
    return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
  }
  const rules = {
    'default-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'style-src': hashOf('style'),
    'script-src': hashOf('script'),
    'connect-src': "'self'",
    // An empty icon, so that browsers do not request one.
    'img-src': 'data:',
  }
  const policy = Object.entries(rules).map((rule) => rule.join(' '))
  return { page, policy: policy.join('; ') }
}
