import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import GithubSlugger from 'github-slugger'
import { root } from '../command.ts'
import { reportProblems } from './report-problems.ts'

const documents = '{*.md,docs/**/*.md}'
const sources =
  '{.env.example,*,{bench,contract,deploy,e2e,proofs,scripts,seed,server,test,web}/**/*}'
/** Files in which the names of documents are checked. */
const isSource =
  /(^\.env\.example|Containerfile|Caddyfile|\.(ts|tsx|mjs|css|ya?ml|conf|env|service|socket))$/

/**
 * Checks the documents in `root`. Returns each broken link, and each missing document that the
 * source names.
 */
export function checkLinks(root: string): string[] {
  const files = globSync(documents, { cwd: root }).sort()
  const anchors = new Map(files.map((file) => [file, anchorsIn(read(root, file))]))
  return [
    ...files.flatMap((file) => brokenLinks(root, file, anchors)),
    ...globSync(sources, { cwd: root })
      .filter((file) => isSource.test(file))
      .sort()
      .flatMap((file) => missingDocuments(root, file)),
  ]
}

function brokenLinks(root: string, file: string, anchors: Map<string, Set<string>>): string[] {
  const links = withoutCode(read(root, file)).matchAll(
    /\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)/g,
  )
  return [...links].flatMap(([, path = '', anchor]) => {
    const target = path === '' ? file : normalize(join(dirname(file), path))
    if (!existsSync(join(root, target))) return [`${file} leads to ${path}, which is not there`]
    if (anchor === undefined || anchors.get(target)?.has(anchor)) return []
    return [`${file} leads to ${path}#${anchor}, and ${target} has no such heading`]
  })
}

function missingDocuments(root: string, file: string): string[] {
  const named = [...read(root, file).matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([name]) => name)
  const missing = named.filter((name) => !existsSync(join(root, name)))
  return missing.map((name) => `${file} names ${name}, which is not there`)
}

/** The anchors of a document's headings, as GitHub and the manual generate them. */
function anchorsIn(text: string): Set<string> {
  const slugger = new GithubSlugger()
  const headings = [...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)]
  return new Set(headings.map(([, heading = '']) => slugger.slug(toShownText(heading))))
}

/** A heading's visible text: links are replaced by their text. */
function toShownText(heading: string): string {
  return heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
}

function withoutCode(text: string): string {
  return text
    .replace(/^```.*?^```/gms, '')
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]]/g, ''))
}

function read(root: string, file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

if (import.meta.main) reportProblems(checkLinks(root))
