import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The outcome of a tool. `ok` is false for a finding, and undefined if the tool could not be run.
 */
export type Outcome = { tool: string; what: string; ok: boolean | undefined; said: string }

/** Runs a tool to its end; undefined if it is not installed. */
function run(command: string, args: string[], withinMs: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-attack-'))
  const ran = spawnSync(command, args, { cwd: folder, encoding: 'utf8', timeout: withinMs })
  rmSync(folder, { recursive: true, force: true })
  return ran.error && 'code' in ran.error && ran.error.code === 'ENOENT'
    ? undefined
    : `${ran.stdout}\n${ran.stderr}`
}

function missing(tool: string, what: string): Outcome {
  return { tool, what, ok: undefined, said: 'not installed' }
}

/** Looks for SQL injection in a call's parameters and body. */
export function runSqlmap(
  url: string,
  token: string,
  body?: { method: string; json: string },
): Outcome {
  const what = new URL(url).pathname
  const data = body ? ['--method', body.method, '--data', body.json] : []
  const said = run(
    'sqlmap',
    [
      ...['-u', url, '-H', `Authorization: ${token}`, ...data, '--batch', '--flush-session'],
      ...['--level', '2', '--risk', '2', '--threads', '4', '--technique', 'BEUSQ', '-v', '1'],
      ...['--output-dir', '.', '--disable-coloring', '--ignore-code', '400,401,404,409'],
    ],
    240_000,
  )
  if (said === undefined) return missing('sqlmap', what)
  const found = /is vulnerable|injection point\(s\)/.test(said)
  const done = /do not appear to be injectable/.test(said)
  return {
    tool: 'sqlmap',
    what,
    ok: found ? false : done ? true : undefined,
    said: found
      ? (said.match(/Parameter: .+/)?.[0] ?? 'injectable')
      : done
        ? 'not injectable'
        : said.slice(-300),
  }
}

/** Findings to ignore: an obsolete header, and HSTS without TLS. */
const agreed = /X-XSS-Protection|Strict-Transport-Security/

/** Crawls page and API with wapiti's default modules. */
export function runWapiti(url: string, token: string): Outcome {
  const report = join(mkdtempSync(join(tmpdir(), 'weekward-wapiti-')), 'report.json')
  const said = run(
    'wapiti',
    [
      ...['-u', `${url}/docs/`, '--scope', 'domain', '-H', `Authorization: ${token}`],
      ...['-s', `${url}/admin/all-student?search=a`, '-s', `${url}/admin/task?id=a`],
      ...['-s', `${url}/school`, '--flush-session', '-f', 'json', '-o', report],
      ...['--max-scan-time', '150', '--max-attack-time', '40', '--no-bugreport', '-v', '0'],
    ],
    240_000,
  )
  if (said === undefined) return missing('wapiti', url)
  try {
    const { vulnerabilities } = JSON.parse(readFileSync(report, 'utf8')) as {
      vulnerabilities: Record<string, { info: string }[]>
    }
    const found = Object.entries(vulnerabilities).flatMap(([kind, all]) =>
      all.map(({ info }) => `${kind}: ${info}`),
    )
    const unexpected = found.filter((one) => !agreed.test(one))
    const said = [...new Set(found)].join('; ') || 'nothing found'
    return { tool: 'wapiti', what: 'page and API', ok: unexpected.length === 0, said }
  } catch {
    return { tool: 'wapiti', what: 'page and API', ok: undefined, said: said.slice(-300) }
  } finally {
    rmSync(join(report, '..'), { recursive: true, force: true })
  }
}

/** 300 clients that never finish their headers, or their bodies. */
export function runSlowhttptest(url: string, kind: 'headers' | 'body'): Outcome {
  const what = `300 slow ${kind}`
  const said = run(
    'slowhttptest',
    [
      ...['-c', '300', '-r', '100', '-i', '5', '-l', '40', '-p', '3', '-u', `${url}/login`],
      ...(kind === 'headers' ? ['-H'] : ['-B', '-s', '8192', '-t', 'POST']),
    ],
    90_000,
  )
  if (said === undefined) return missing('slowhttptest', what)
  const plain = said.replaceAll('\u001b', '').replace(/\[[\d;]*[mHJ]/g, '')
  const available = [...plain.matchAll(/service available:\s+(YES|NO)/g)].map(([, one]) => one)
  const reason = plain.match(/Exit status: (.+)/)?.[1]?.trim() ?? plain.slice(-200)
  const away = available.filter((one) => one === 'NO').length
  return {
    tool: 'slowhttptest',
    what,
    ok: available.length === 0 ? undefined : away === 0,
    said: `${away} of ${available.length} looks found it away; ${reason}`,
  }
}

/** Known vulnerabilities of the runtime dependencies, according to the registry. */
export function runNpmAudit(): Outcome {
  const what = 'installed packages'
  const ran = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  try {
    const { metadata, message } = JSON.parse(ran.stdout) as {
      metadata?: { vulnerabilities: Record<string, number> }
      message?: string
    }
    if (!metadata) return { tool: 'npm audit', what, ok: undefined, said: message ?? 'no answer' }
    const { total = 0, ...by } = metadata.vulnerabilities
    return {
      tool: 'npm audit',
      what,
      ok: total === 0,
      said: total === 0 ? 'none' : JSON.stringify(by),
    }
  } catch {
    return { tool: 'npm audit', what, ok: undefined, said: 'the registry did not answer' }
  }
}
