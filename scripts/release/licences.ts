import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** Licences that need no review. */
const allowed = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0'],
  ...['BlueOak-1.0.0', 'CC0-1.0', 'Unlicense', 'Python-2.0', 'OFL-1.1'],
])
/** Reviewed: used unmodified, so the licence covers only their own files. */
const allowedByName: Record<string, string> = { 'ical.js': 'MPL-2.0', 'web-push': 'MPL-2.0' }

const Package = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  /** The notation of older packages. */
  licenses: z.array(z.object({ type: z.string() })).default([]),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  peerDependencies: z.record(z.string(), z.string()).default({}),
})
export type ShippedPackage = z.infer<typeof Package> & { folder: string; license: string }

/**
 * The licences of all packages as one text. Throws an Error that names the packages with other
 * licences.
 */
export function formatLicences(shipped: ShippedPackage[]): string {
  const refused = shipped.filter((one) => !isAllowed(one))
  if (refused.length > 0) {
    const said = refused.map(({ name, version, license }) => `${name} ${version} (${license})`)
    throw new Error(`these licences are not allowed: ${said.join(', ')}`)
  }
  return shipped.map(formatLicence).join(`\n${'-'.repeat(80)}\n\n`)
}

const Sbom = z.looseObject({ components: z.array(z.looseObject({ 'bom-ref': z.string() })) })

/** npm's CycloneDX document of the server's dependencies, with those of the page added. */
export function addToSbom(sbom: string, shipped: ShippedPackage[]): string {
  const read = Sbom.parse(JSON.parse(sbom))
  const known = new Set(read.components.map((one) => one['bom-ref']))
  const more = shipped
    .map(({ name, version, license }) => ({
      'bom-ref': `${name}@${version}`,
      type: 'library',
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      licenses: [{ expression: license }],
    }))
    .filter((one) => !known.has(one['bom-ref']))
  return JSON.stringify({ ...read, components: [...read.components, ...more] }, null, 2)
}

function isAllowed({ name, license }: ShippedPackage): boolean {
  if (allowedByName[name] === license) return true
  const plain = license.replace(/^\((.*)\)$/, '$1')
  return plain
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => allowed.has(one)))
}

function formatLicence({ name, version, license, folder }: ShippedPackage): string {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return [`${name} ${version}: ${license}`, ...texts].join('\n\n').concat('\n')
}

/** All shipped packages: the server's dependencies and what the page is built from. */
export function listShippedPackages(root: string): ShippedPackage[] {
  const { dependencies } = Package.parse(readJson(join(root, 'package.json')))
  const found = new Map<string, ShippedPackage>()
  const look = (name: string, from: string, isNeeded: boolean) => {
    const folder = findFolder(name, from)
    // Packages for other platforms and optional peers are not installed.
    if (!folder) {
      if (isNeeded) throw new Error(`${name} is not installed: npm ci`)
      return
    }
    if (found.has(folder)) return
    const read = Package.parse(readJson(join(folder, 'package.json')))
    const license = read.license ?? read.licenses.map(({ type }) => type).join(' AND ')
    const one = { ...read, license, folder }
    found.set(folder, one)
    for (const each of Object.keys(one.dependencies)) look(each, folder, true)
    for (const each of Object.keys(one.optionalDependencies)) look(each, folder, false)
  }
  for (const name of [...Object.keys(dependencies), ...importedBy(root)]) look(name, root, true)
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name))
}

/** The packages that the page's code imports. */
function importedBy(root: string): Set<string> {
  const files = globSync('{web,contract}/**/*.{ts,tsx,css}', {
    cwd: root,
    exclude: (path) => path.includes('.test.'),
  })
  const imports = /(?:from|import|@import)\s*\(?\s*['"]((?:@[\w.-]+\/)?[\w][\w.-]*)/g
  const names = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(imports)].map((match) => match[1] ?? ''),
  )
  return new Set(
    names.filter((name) => existsSync(join(root, 'node_modules', name, 'package.json'))),
  )
}

/** Finds a package as Node does: in the folder's own node_modules, or those above. */
function findFolder(name: string, from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return folder
    if (at === dirname(at)) return undefined
  }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
