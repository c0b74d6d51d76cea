import fc from 'fast-check'
import { loginResultField } from '#contract/accounts/accounts.ts'
import { basePath, type Role, roles } from '#contract/roles.ts'
import { demoLogins } from '#contract/school/school.ts'
import { type Attack, makeAttacks, type OpenApi, type Operation } from './requests.ts'

/** The result of a fuzzing run: the number of requests by status, and the findings. */
export type Findings = {
  requests: number
  byStatus: Map<number, number>
  faults: string[]
}

/** Health reveals the database to admins on purpose. */
const meant: Record<string, RegExp> = { '/admin/health': /\b(SQLite|PostgreSQL) \d+(\.\d+)*/g }

const atOnce = 8
const batch = 20
const faultsMax = 50

/** What no reply may contain: hashes that are not masked, stack traces, paths, database errors. */
const leak =
  /\$argon2|_hash"+:(?!"+…|null)|node_modules|\.ts:\d+|at \w+ \(|SQLITE_|sqlite|kysely|postgres:|syntax error|violates|\/server\/|ECONN/i

/**
 * Sends requests generated from the server's OpenAPI document, half of them with live sessions,
 * half with live API tokens of the same people.
 */
export async function fuzz(
  url: string,
  { wanted, seed, hangMs = 10_000 }: { wanted: number; seed: number; hangMs?: number },
): Promise<Findings> {
  const description = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi
  const calls = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  )
  const findings: Findings = { requests: 0, byStatus: new Map(), faults: [] }
  const known = new Set<string>()
  const tokens: Tokens = {}
  const apiTokens: Tokens = {}
  for (let round = 0; findings.requests < wanted; round++) {
    const isLast = findings.requests + calls.length * batch >= wanted
    for (const { path, method, call } of calls) {
      if (!isLast && locksOut(method, path)) continue
      await keepSignedIn(url, call, tokens)
      await keepApiToken(url, call, { tokens, apiTokens })
      const attacks = fc.sample(makeAttacks(path, method, call, [...known].slice(-200)), {
        numRuns: batch,
        seed: seed + round,
      })
      for (let from = 0; from < attacks.length; from += atOnce) {
        const some = attacks.slice(from, from + atOnce)
        await Promise.all(
          some.map((one, nth) => {
            const by = nth % 2 === 0 ? tokens : apiTokens
            return send(url, one, call, by, findings, known, hangMs)
          }),
        )
      }
      if (findings.faults.length > faultsMax) return findings
    }
  }
  return findings
}

/** Requiring a second factor locks everyone out, so this comes in the last round only. */
function locksOut(method: string, path: string): boolean {
  return method === 'put' && path === '/admin/second-factor-roles'
}

type Tokens = Partial<Record<Role, string | undefined>>

const getRole = (call: Operation) => roles.find((one) => call.tags.includes(one))

/** Renews a call's session if needed: the requests end sessions and block people, too. */
async function keepSignedIn(url: string, call: Operation, tokens: Tokens): Promise<void> {
  const role = getRole(call)
  if (!role || (await isLive(url, role, tokens[role]))) return
  for (const attempt of ['as it is', 'unblocked']) {
    const reply = await post(`${url}${basePath[role]}/login`, demoLogins[role])
    const body = (await reply.json()) as Record<string, { token?: string }>
    const token = body[loginResultField[role]]?.token
    if (token) {
      tokens[role] = token
      return
    }
    if (attempt === 'unblocked' || role === 'admin') return
    await keepSignedIn(url, { ...call, tags: ['admin'] }, tokens)
    await unblock(url, role, tokens.admin)
  }
}

/** Renews the API token of a call's person if needed: a block ends it, and requests revoke some. */
async function keepApiToken(
  url: string,
  call: Operation,
  { tokens, apiTokens }: { tokens: Tokens; apiTokens: Tokens },
): Promise<void> {
  const role = getRole(call)
  if (!role) return
  const path = url + basePath[role]
  const live = await fetch(`${path}/notices?limit=1`, {
    headers: { authorization: `Bearer ${apiTokens[role]}` },
  })
  if (live.ok) return
  const headers = { authorization: tokens[role] ?? '', 'content-type': 'application/json' }
  const all = await fetch(`${path}/tokens`, { headers })
  if (!all.ok) return
  // The requests create tokens, too, up to as many as a person can have.
  for (const { _id } of (await all.json()) as { _id: string }[]) {
    const body = JSON.stringify({ value: { _id } })
    await fetch(`${path}/end-token`, { method: 'PUT', headers, body })
  }
  const body = JSON.stringify({ value: { name: 'Fuzzer', scopes: ['write'] } })
  const made = await fetch(`${path}/tokens`, { method: 'POST', headers, body })
  apiTokens[role] = ((await made.json()) as { token?: string }).token
}

async function isLive(url: string, role: Role, token = ''): Promise<boolean> {
  const headers = { authorization: token }
  return (await fetch(`${url}${basePath[role]}/sessions?limit=1`, { headers })).ok
}

async function unblock(url: string, role: Role, admin = ''): Promise<void> {
  const headers = { authorization: admin }
  const search = new URLSearchParams({ search: demoLogins[role].email })
  const found = await fetch(`${url}/admin/all-${role}?${search}`, { headers })
  const [person] = (await found.json()) as { _id: string }[]
  const body = JSON.stringify({ id: person?._id, action: 'unblock' })
  await fetch(`${url}/admin/block-unblock-${role}`, {
    method: 'PATCH',
    body,
    headers: { ...headers, 'content-type': 'application/json' },
  })
}

function post(url: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function send(
  url: string,
  attack: Attack,
  call: Operation,
  tokens: Tokens,
  findings: Findings,
  known: Set<string>,
  hangMs: number,
): Promise<void> {
  const role = getRole(call)
  const token = role && tokens[role]
  const { method, type, body } = attack
  const headers = {
    ...(token ? { authorization: token } : {}),
    ...(type && body !== undefined ? { 'content-type': type } : {}),
  }
  findings.requests++
  const fault = (what: string) =>
    findings.faults.push(
      `${what}: ${method} ${attack.url.slice(0, 200)} ${body?.slice(0, 300) ?? ''}`,
    )
  try {
    const reply = await fetch(url + attack.url, {
      method,
      headers,
      signal: AbortSignal.timeout(hangMs),
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    })
    const text = await reply.text()
    findings.byStatus.set(reply.status, (findings.byStatus.get(reply.status) ?? 0) + 1)
    if (reply.status >= 500 && reply.status !== 503) fault(`status ${reply.status}`)
    const leaked = leak.exec(text.replaceAll(meant[attack.path] ?? /$^/g, ''))
    if (leaked && !JSON.stringify(attack).includes(leaked[0])) fault(`it tells ${leaked[0]}`)
    const isLogin = attack.path.endsWith('/login')
    if (!isLogin && Object.values(tokens).some((one) => one && text.includes(one))) fault('a token')
    for (const [, id = ''] of text.matchAll(/"_id":"([^"]{1,80})"/g)) known.add(id)
  } catch (error) {
    fault(error instanceof Error ? `no answer (${error.name})` : 'no answer')
  }
}
