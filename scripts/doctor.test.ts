import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer as listenOn, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { getHealth, type HealthCheckName, type HealthReport } from '#contract/health.ts'
import { findFreePort } from '#test/databases/postgres.ts'
import { seed, startClusterForFile } from '#test/databases/postgres-commands.ts'
import { openOnSmallDisk } from '#test/databases/small-disk.ts'
import { makeSchoolFolders } from '#test/databases/sqlite-commands.ts'
import { startTurnServer } from '#test/processes/turn-server.ts'
import { runToEnd, startScript } from '#test/schools/school-under-writes.ts'

const timeout = 60_000
const { makeDatabase } = startClusterForFile()

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function readPort(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // A server on a port has an address with a port.
  return (server.address() as AddressInfo).port
}

/** A server with a self-signed certificate for localhost that is valid for `days`. */
function tlsServer(days: number) {
  const folder = makeFolder()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ...['-keyout', key, '-out', cert, '-days', String(days), '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost'],
    ],
    { stdio: 'ignore' },
  )
  const about = { key: readFileSync(key), cert: readFileSync(cert) }
  return { about, cert, server: createTlsServer(about, (socket) => socket.end()) }
}

/** A mail server that accepts one login. Refusals repeat the credentials. */
async function mailServer(about: { key: Buffer; cert: Buffer }): Promise<number> {
  const server = new SMTPServer({
    ...about,
    onAuth({ username, password }, _session, done) {
      if (password === 'right') return done(null, { user: username })
      done(new Error(`no ${username} with ${password}`))
    },
  })
  server.on('error', () => {})
  return readPort(server.server as Server)
}

async function doctor(settings: Record<string, string>) {
  const { code, out } = await runToEnd('scripts/doctor.ts', ['--json'], settings)
  const health: HealthReport = getHealth.reply.parse(JSON.parse(out.join('\n')))
  return {
    code,
    health,
    lineOf: (check: HealthCheckName) => health.lines.find((line) => line.check === check),
  }
}

test('the doctor finds nothing to fix at a complete school on PostgreSQL', {
  timeout,
}, async () => {
  const url = await makeDatabase()
  await seed(url, 3)
  const { about, cert } = tlsServer(90)
  const mail = await mailServer(about)
  const turn = await startTurnServer(await findFreePort(), 'shared by both')
  onTestFinished(turn.stop)
  const [port, dataDir] = [await findFreePort(), makeFolder()]
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    PORT: String(port),
    DEMO: 'on',
    SMTP_URL: `smtp://bob:right@localhost:${mail}`,
    MAIL_FROM: 'office@school.test',
    ICE_SERVERS: `stun:127.0.0.1:${turn.port}`,
    TURN_URL: `turn:127.0.0.1:${turn.port},turn:127.0.0.1:${turn.port}?transport=tcp`,
    TURN_SECRET: 'shared by both',
    NODE_EXTRA_CA_CERTS: cert,
  }
  const server = startScript('server/main.ts', [], settings)
  await server.line(/^weekward ready/)
  const { code, health, lineOf } = await doctor(settings)
  expect(health.lines.filter(({ isFine }) => !isFine)).toEqual([])
  expect(code).toBe(0)
  expect(lineOf('turn')?.said).toBe('2 addresses accept the credentials and relay from 127.0.0.1.')
  expect(lineOf('mail-server')?.said).toBe(
    `localhost:${mail} is reachable (with TLS if the server offers it) and accepts the login.`,
  )
})

test('the doctor says what to fix and reveals no secret of the settings', {
  timeout,
}, async () => {
  const disk = await openOnSmallDisk()
  onTestFinished(disk.drop)
  const dataDir = disk.address.kind === 'sqlite' ? join(disk.address.file, '..') : ''
  chmodSync(dataDir, 0o755)
  const { about, server } = tlsServer(3)
  const [mail, tls] = [await mailServer(about), await readPort(server)]
  const turn = await startTurnServer(await findFreePort(), 'the right one')
  onTestFinished(turn.stop)
  const secrets = [
    'db-p@ss#1',
    'mail-p@ss:2',
    'turn-secret-3',
    'ice-secret-4',
    'metrics-secret-55',
    'admin-secret-6',
    'oidc-secret-7',
  ]
  const [database, mailPassword, turnSecret, iceSecret, token, admin, oidcSecret] = secrets as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const given = {
    DATA_DIR: dataDir,
    DEMO: 'off',
    APP_URL: `https://localhost:${tls}`,
    DATABASE_URL: `postgres://weekward:${encodeURIComponent(database)}@127.0.0.1:${await findFreePort()}/school`,
    SMTP_URL: `smtp://bob:${encodeURIComponent(mailPassword)}@127.0.0.1:${mail}`,
    ICE_SERVERS: JSON.stringify([
      { urls: `stun:127.0.0.1:${await findFreePort()}` },
      { urls: `turn:127.0.0.1:${turn.port}`, username: 'bob', credential: iceSecret },
    ]),
    TURN_URL: `turn:127.0.0.1:${turn.port}`,
    TURN_SECRET: turnSecret,
    METRICS_TOKEN: token,
    ADMIN_EMAIL: 'head@school.test',
    ADMIN_PASSWORD: admin,
    OIDC_ISSUER: `http://127.0.0.1:${await findFreePort()}`,
    OIDC_CLIENT_ID: 'weekward',
    OIDC_CLIENT_SECRET: oidcSecret,
    SMTP_URLS: `smtp://bob:${encodeURIComponent(mailPassword)}@127.0.0.1`,
  }
  const { code, health } = await doctor(given)
  expect(code).toBe(1)
  const wellAnyway: HealthCheckName[] = ['version']
  expect(health.lines.filter(({ isFine }) => isFine).map(({ check }) => check)).toEqual(wellAnyway)

  // The same with settings that cannot be parsed.
  const wrong = {
    ...given,
    DATABASE_URL: `postgres://weekward:${database}@127.0.0.1/school`,
    SMTP_URL: `smtp:/bob:${mailPassword}`,
    ICE_SERVERS: given.ICE_SERVERS.slice(0, -1),
    TURN_URL: turnSecret,
    ADMIN_PASSWORD: 'short',
  }
  const ways = secrets.flatMap((one) => [
    one,
    encodeURIComponent(one),
    Buffer.from(one).toString('base64'),
  ])
  for (const settings of [given, wrong]) {
    for (const args of [[], ['--json']]) {
      const { code, out, errors } = await runToEnd('scripts/doctor.ts', args, settings)
      expect(code).toBe(1)
      const said = [...out, ...errors].join('\n')
      expect(ways.filter((secret) => said.includes(secret))).toEqual([])
    }
  }
})

test('a database file that cannot be opened is not taken for a missing one', {
  timeout,
}, async () => {
  const { settings, database } = makeSchoolFolders()
  mkdirSync(settings.DATA_DIR, { mode: 0o700 })
  writeFileSync(database, 'This is no database. '.repeat(100))
  const { lineOf } = await doctor(settings)
  expect(lineOf('database')).toMatchObject({
    said: expect.stringContaining('weekward.db cannot be used: file is not a database'),
    todo: expect.stringContaining('npm run restore'),
  })
})

test('the doctor says why browsers reject a certificate', { timeout }, async () => {
  const { cert, server } = tlsServer(90)
  const host = `127.0.0.1:${await readPort(server)}`
  const settings = { ...makeSchoolFolders().settings, APP_URL: `https://${host}` }
  const rejected = `Browsers reject the certificate of ${host}.`
  const elsewhere = await doctor({ ...settings, NODE_EXTRA_CA_CERTS: cert })
  expect(elsewhere.lineOf('tls')).toMatchObject({
    said: `${rejected} The certificate is for another host.`,
    todo: 'Get a certificate for 127.0.0.1, or correct APP_URL.',
  })
  const unknown = await doctor(settings)
  expect(unknown.lineOf('tls')).toMatchObject({
    said: `${rejected} The certificate is not from a trusted authority.`,
    todo: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  })
})

test('the doctor promises no TLS for emails where SMTP_URL does without', { timeout }, async () => {
  // This leads to this machine too, and says nothing of it.
  const host = `0.0.0.0:${await mailServer(tlsServer(90).about)}`
  const { lineOf } = await doctor({
    ...makeSchoolFolders().settings,
    SMTP_URL: `smtp://bob:right@${host}?requireTLS=false&tls.rejectUnauthorized=false`,
    MAIL_FROM: 'office@school.test',
  })
  expect(lineOf('mail-server')?.said).toBe(
    `${host} is reachable (with TLS if the server offers it) and accepts the login.`,
  )
})

test('an invalid setting is one line, and checks that need it are skipped', {
  timeout,
}, async () => {
  const { settings } = makeSchoolFolders()
  const { lineOf } = await doctor({
    ...settings,
    DATABASE_URL: 'mysql://school',
    ICE_SERVERS: 'none',
  })
  expect(lineOf('settings')?.said).toMatch(/^DATABASE_URL must be a postgres:\/\/ URL/)
  expect(lineOf('database')).toMatchObject({
    said: 'Skipped: DATABASE_URL is not valid.',
    todo: 'Fix DATABASE_URL first.',
  })
  expect(lineOf('stun')?.isFine).toBe(true)
})

test('the doctor reports a mail server, TURN server or proxy that does not answer, within seconds', {
  timeout,
}, async () => {
  const { settings } = makeSchoolFolders()
  const silent = await readPort(listenOn(() => {}))
  const { lineOf } = await doctor({
    ...settings,
    APP_URL: `https://localhost:${silent}`,
    SMTP_URL: `smtp://127.0.0.1:${silent}`,
    ICE_SERVERS: 'none',
    TURN_URL: `turn:127.0.0.1:${silent}?transport=tcp`,
    TURN_SECRET: 'shared by both',
  })
  for (const check of ['mail-server', 'turn', 'tls', 'proxy'] as const) {
    expect(lineOf(check)).toMatchObject({ isFine: false, said: expect.stringMatching(/answer/) })
  }
})
