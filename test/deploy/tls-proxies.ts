import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { findFreePort } from '../databases/postgres.ts'
import { startProcess } from '../processes/process.ts'
import { startCaddyProcess } from './caddy.ts'
import { type Client, makeClient, makeTrustOptions, type TrustOptions } from './https.ts'

const deploy = join(import.meta.dirname, '../../deploy')
const readyWithinMs = 20_000

/** A TLS proxy before a local Weekward, as in `deploy/`. */
export type TlsProxy = { url: string; ask: Client; trust: TrustOptions }

/**
 * Starts Caddy with our Caddyfile before local Weekward processes. It creates its own authority.
 */
export async function startCaddy(...weekwardPorts: number[]): Promise<TlsProxy> {
  const caddy = await startCaddyProcess(weekwardPorts.join(' 127.0.0.1:'), await findFreePort())
  onTestFinished(() => caddy.stop())
  return answering(caddy.url, caddy.authority)
}

/** The same with nginx and our example configuration. The certificate is created here. */
export function startNginx(...weekwardPorts: number[]): Promise<TlsProxy> {
  return startNginxWithConnectionLimit({}, ...weekwardPorts)
}

/** The same with another connection limit per network. */
export async function startNginxWithConnectionLimit(
  { connections }: { connections?: number },
  ...weekwardPorts: number[]
): Promise<TlsProxy> {
  const folder = ownFolder()
  const [http, https] = [await findFreePort(), await findFreePort()]
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ...['-keyout', key, '-out', certificate, '-days', '2', '-subj', '/CN=weekward.school.org'],
      ...['-addext', 'subjectAltName=DNS:weekward.school.org'],
    ],
    { stdio: 'ignore' },
  )
  const site = readFileSync(join(deploy, 'nginx.conf'), 'utf8')
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${https} `)
    .replace(
      'server 127.0.0.1:4000;',
      weekwardPorts.map((port) => `server 127.0.0.1:${port};`).join(' '),
    )
    .replace(/(?<=limit_conn networks )\d+/, (given) => String(connections ?? given))
    .replaceAll('/var/log/nginx', folder)
    .replace(/\/etc\/letsencrypt\/\S+fullchain.pem/, certificate)
    .replace(/\/etc\/letsencrypt\/\S+privkey.pem/, key)
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const paths = own.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n')
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; user root; pid ${join(folder, 'pid')}; error_log stderr; events {}
    http { access_log off; ${paths} ${site} }`,
  )
  const env = { PATH: `${process.env.PATH}:/usr/sbin` }
  startProcess('nginx', ['-c', config, '-e', 'stderr'], { cwd: folder, env })
  return answering(`https://weekward.school.org:${https}`, certificate)
}

async function answering(url: string, authority: string): Promise<TlsProxy> {
  const trust = makeTrustOptions(readFileSync(authority))
  const ask = makeClient(trust)
  await vi.waitUntil(
    () =>
      ask(`${url}/healthz`).then(
        ({ status }) => status === 200,
        () => false,
      ),
    {
      timeout: readyWithinMs,
    },
  )
  return { url, ask, trust }
}

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-proxy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
